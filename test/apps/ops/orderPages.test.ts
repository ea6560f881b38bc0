import { expect, test } from '@jest/globals';
import type { StoreClient } from '../../../apps/client/client.ts';
import { changedOrders } from '../../../apps/ops/orderPages.ts';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { holdClocks } from '../../support/clocks.ts';

holdClocks();

test.each([
  ['2099-01-01T00:00:00.000Z', undefined],
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
])('an export of the changes until %s covers none after the start of its walk', async (to, expected) => {
  const { key } = await aStore();
  const getOrders = async (query: object) => (await call('getOrders', { as: key, query: { ...query } })).payload;
  const { begin, read } = changedOrders(getOrders as StoreClient['getOrders'], {
    from: '2020-01-01T00:00:00.000Z',
    to,
  });
  expect((await read(begin)).until).toBe(expected ?? new Date().toISOString());
});
