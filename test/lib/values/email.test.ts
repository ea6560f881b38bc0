import { expect, test } from '@jest/globals';
import { canonicalEmail } from '../../../lib/values/email.ts';

test.each(['J\u00d6RG@B\u00fccher.example', 'jo\u0308rg@bu\u0308cher.example', 'j\u00f6rg@xn--bcher-kva.example'])(
  'the spelling %s gives the same text as the others',
  (spelling) => {
    expect(canonicalEmail(spelling)).toBe('j\u00f6rg@xn--bcher-kva.example');
  },
);

test('a letter whose lower case has marks gives the same text in both cases', () => {
  expect(canonicalEmail('J\u030c@example.com')).toBe(canonicalEmail('\u01f0@example.com'));
});
