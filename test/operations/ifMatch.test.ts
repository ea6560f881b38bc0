import { expect, test } from '@jest/globals';
import { routes } from '../../lib/routes.ts';
import { call } from '../support/call.ts';
import { playStory, storyCaller } from '../support/storyCaller.ts';

test('the operations that honour If-Match, and only they, reject an outdated version', async () => {
  const rejected = new Set<string>();
  const caller = storyCaller(async (id, options = {}) => {
    const answer = await call(id, { ...options, headers: { ...options.headers, 'If-Match': '"99"' } });
    if (answer.code !== 'version_mismatch') return answer;
    rejected.add(id);
    return call(id, options);
  });
  await playStory(caller);
  const honouring = routes.filter(({ ifMatch }) => ifMatch).map(({ id }) => id);
  expect([...rejected].sort()).toEqual(honouring.sort());
});
