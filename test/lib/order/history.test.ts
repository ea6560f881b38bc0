import { describe, expect, test } from '@jest/globals';
import { type OrderAuthor, recorded, trimmed } from '../../../lib/order/history.ts';
import type { Entry, History } from '../../../lib/order/state.ts';
import { builtOrder, storedProduct } from '../../support/builtOrder.ts';

const now = new Date('2026-11-22T08:00:00.000Z');
const by: OrderAuthor = { key: 'key_1', key_label: 'till', actor: 'ada', operation: 'updateOrder', request_id: 'r1' };
const lines = [{ sku: 'tea', quantity: 3 }];
const placed = builtOrder({ lines, authorized: true }, [storedProduct('tea', 10)], { now, shipment: 'a' });

describe('an entry', () => {
  const of = (author: Partial<OrderAuthor>, history: History = { keys: [], entries: [] }) =>
    recorded(undefined, { ...placed, history }, { ...by, ...author }, now);

  test('names the key by its position, and stores each key once', () => {
    const first = of({ operation: 'placeOrder' });
    expect(first).toEqual({ keys: [['key_1', 'till']], entries: [[now.getTime(), 1, 'o', 0, 'ada', 'r1', []]] });
    const again = of({}, first);
    expect([again.keys, again.entries.at(-1)]).toEqual([first.keys, [now.getTime(), 1, 'u', 0, 'ada', 'r1', []]]);
    const other = of({ key: 'key_2', key_label: null }, again);
    expect([other.keys, other.entries.at(-1)?.[3]]).toEqual([[...first.keys, ['key_2', null]], 1]);
    const receiver = of({ key: null, operation: 'confirm-order', actor: null, request_id: null }, other);
    expect([receiver.keys, receiver.entries.at(-1)]).toEqual([
      other.keys,
      [now.getTime(), 1, 'confirm-order', null, null, null, []],
    ]);
  });

  test('is added only with a new version', () => {
    expect(recorded(placed, { ...placed, decided: true }, by, now)).toBe(placed.history);
  });
});

describe('a history that is too long', () => {
  const entry = (version: number, operation: string, key: number | null = 0): Entry => [
    0,
    version,
    operation,
    key,
    null,
    null,
    [],
  ];
  const versions = ({ entries }: History) => entries.map(([, version]) => version);
  const unlimited = 1e9;

  test('keeps the latest 300 changes, and all payments, credits, splits and returns', () => {
    const lasting = ['p', 'c', 'x', 'r'].map((operation, i) => entry(i + 1, operation));
    const others = Array.from({ length: 301 }, (_, i) => entry(i + 5, 'us'[i % 2] as string));
    const history = { keys: [['key_1', null]], entries: [...lasting, ...others] } as History;
    expect(versions(trimmed(history, unlimited))).toEqual([1, 2, 3, 4, ...others.slice(1).map(([, version]) => version)]);
    const fitting = { ...history, entries: [...lasting, ...others.slice(1)] };
    expect(trimmed(fitting, unlimited)).toEqual(fitting);
  });

  test('keeps no more than 32 KB of other changes', () => {
    const large = (version: number): Entry => [0, version, 'u', null, 'x'.repeat(1000), null, []];
    const bytes = Buffer.byteLength(JSON.stringify(large(10))) + 1;
    const history: History = { keys: [], entries: Array.from({ length: 90 }, (_, i) => large(i + 10)) };
    expect(versions(trimmed(history, unlimited))).toHaveLength(Math.floor((32 * 1024) / bytes));
    expect(versions(trimmed(history, 5 * bytes + 6))).toEqual([95, 96, 97, 98, 99]);
    expect(versions(trimmed(history, 5 * bytes + 5))).toEqual([96, 97, 98, 99]);
    expect(versions(trimmed(history, 0))).toEqual([]);
  });

  test('drops keys that no entry refers to any more', () => {
    const entries = [entry(1, 'u', 0), entry(2, 'p', 2), entry(3, 'p', null), entry(4, 'p', 1)];
    const history: History = {
      keys: [
        ['a', null],
        ['b', 'B'],
        ['c', null],
      ],
      entries,
    };
    const { keys, entries: kept } = trimmed(history, 0);
    expect(keys).toEqual([
      ['c', null],
      ['b', 'B'],
    ]);
    expect(kept.map(([, version, , key]) => [version, key])).toEqual([
      [2, 0],
      [3, null],
      [4, 1],
    ]);
  });
});
