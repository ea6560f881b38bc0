import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { metered } from '../../support/database.ts';
import { aStoreWithFailed, aWebhookStore, idsIn, redeliverAll, type WebhookStore } from '../../support/webhooks.ts';

const store = await aStoreWithFailed(1203);
const ids = await idsIn(store, 'failed');

describe('of 1,203 failed deliveries', () => {
  let cursor: string;

  test('one call restarts the oldest 500, within its budget, and calls no receiver', async () => {
    const { result, calls } = await metered(() => redeliverAll(store, { state: 'failed', since: null }));
    expect(result.payload).toEqual({ queued: 500, next_cursor: expect.any(String) });
    expect(result.headers.link).toBeUndefined();
    cursor = result.payload.next_cursor;
    expect(await idsIn(store, 'pending')).toEqual(ids.slice(0, 500));
    // Up to five reads, the audit entry, the back-off and each delivery.
    expect(calls).toBeLessThanOrEqual(507);
    expect(store.receiver.received).toEqual([]);
  });

  test('a repeated request continues with the next deliveries, until none are left', async () => {
    expect((await redeliverAll(store, { state: 'failed', cursor })).payload.queued).toBe(500);
    expect((await redeliverAll(store, { state: 'failed', cursor })).payload).toEqual({ queued: 203, next_cursor: null });
    expect(await idsIn(store, 'pending')).toEqual(ids);
    expect((await redeliverAll(store, { state: 'failed' })).payload).toEqual({ queued: 0, next_cursor: null });
  });

  test('a cursor is bound to the store, the operation and the filters', async () => {
    const other = await aWebhookStore();
    const params = { name: 'confirm-order' };
    const list = await call('getDeliveries', { as: store.key, params, query: { limit: '1' } });
    const field = async (store: WebhookStore, body: object) => {
      const { status, body: answered } = await redeliverAll(store, body);
      return [status, answered.errors?.[0].field];
    };
    expect(await field(other, { state: 'failed', cursor })).toEqual([400, 'cursor']);
    expect(await field(store, { state: 'failed', cursor: list.payload.next_cursor })).toEqual([400, 'cursor']);
    expect(await field(store, { state: 'waiting', cursor })).toEqual([400, 'state']);
    expect(await field(store, { state: 'failed', cursor, since: '2026-01-01T00:00:00Z' })).toEqual([400, 'since']);
    expect((await call('getDeliveries', { as: store.key, params, query: { cursor } })).status).toBe(400);
  });
});
