import { expect, test } from '@jest/globals';
import { visible } from '../../../apps/ops/terminal.ts';

test('escapes control and bidirectional characters, also in JSON, and nothing else', () => {
  const label = 'Till \u009b31m \u202eevil\u2066 \u007f';
  expect(visible(label)).toBe('Till \\u009b31m \\u202eevil\\u2066 \\u007f');
  expect(visible('\u001b]0;x\u0007 \u001b[2J\r')).toBe('\\u001b]0;x\\u0007 \\u001b[2J\\u000d');
  expect(JSON.parse(visible(JSON.stringify({ label })))).toEqual({ label });
  expect(visible('Grüße 👩‍💻\n\u001b[1mbold\u001b[22m')).toBe('Grüße 👩‍💻\n\u001b[1mbold\u001b[22m');
});
