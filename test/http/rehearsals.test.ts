import { expect, test } from '@jest/globals';
import { run } from '../support/run.ts';

test('a restore lists everything that it loses, duplicates or reopens', async () => {
  const { code, stdout } = await run([process.execPath, 'infra/rehearsals/restore.ts', '7', '60']);
  expect(stdout).toMatch(/Everything lost is listed, nothing was duplicated, and no revoked key works again\.\n$/);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^order +\d+ +[1-9]\d* +[1-9]\d* +0 +0 +0 +0$/m);
}, 240_000);
