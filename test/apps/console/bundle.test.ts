import { expect, test } from '@jest/globals';
import { consoleFiles } from '../../../apps/console/files.ts';

test('the script of the console contains no schemas', async () => {
  const [script] = [...(await consoleFiles())].flatMap(([name, text]) => (name.endsWith('.js') ? [text] : []));
  expect(script).toContain('X-API-KEY');
  expect(script).not.toContain('_zod');
});
