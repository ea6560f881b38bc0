import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { consoleFiles } from '../../../apps/console/files.ts';

test('the console is small, and its script contains no schemas', async () => {
  const files = [...(await consoleFiles())];
  const compressed = files.reduce((sum, [, text]) => sum + gzipSync(text).length, 0);
  expect(compressed).toBeLessThan(120_000);
  const [script] = files.flatMap(([name, text]) => (name.endsWith('.js') ? [text] : []));
  expect(script).toContain('X-API-KEY');
  expect(script).not.toContain('_zod');
});
