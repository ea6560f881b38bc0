import { expect, test } from '@jest/globals';
import { run } from '../support/run.ts';

test('a restore lists everything that it loses, duplicates or reopens', async () => {
  const { code, stdout } = await run([process.execPath, 'infra/rehearsals/restore.ts', '7', '60']);
  expect(stdout).toMatch(/Everything lost is listed, nothing was duplicated, and no revoked key works again\.\n$/);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^order +\d+ +[1-9]\d* +[1-9]\d* +0 +0 +0 +0$/m);
}, 240_000);

test.each([
  ['1', '100'],
  ['2', '60'],
])(
  'a failover with replication delay keeps payments right, and the reconciler finds the rest (seed %s, %s requests)',
  async (seed, requests) => {
    const { code, stdout } = await run([process.execPath, 'infra/rehearsals/failover.ts', seed, requests]);
    expect(stdout).toMatch(/No payment is duplicated, .* the reconciler found what differs\.\n$/);
    expect(code).toBe(0);
    expect(stdout).toMatch(/[1-9]\d* writes had not arrived when the first region was lost/);
    expect(stdout).toMatch(/^payments duplicated +0 +0 +0$/m);
    if (seed === '1') expect(stdout).toMatch(/^stock adjustments duplicated +0 +[1-9]\d* +[1-9]\d*$/m);
  },
  240_000,
);
