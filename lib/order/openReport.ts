import { decodeCursor, encodeCursor, readErrorOf } from '../api/cursor.ts';
import type { TenantId } from '../db/key.ts';
import { queryPage, unfinished } from '../db/query.ts';
import { major, minor } from '../values/money.ts';
import { findPlacingTime } from './data.ts';
import { isLeft, refundOf } from './tasks.ts';

const operation = 'getOpenReport';
/** Keys of one read. They are less than a megabyte, where the database would end a read. */
const perRead = 8000;
const maxReads = 3;

/** Counts the orders that have something left to do, oldest first. Its cost depends on these orders only. */
export async function getOpenReport(tenant: TenantId, { cursor }: { cursor?: string | undefined }) {
  let position = cursor === undefined ? undefined : decodeCursor(cursor, tenant, operation).after;
  const source = unfinished(tenant, 'ascending');
  /** An order can be in the index twice while that catches up. Its last key counts. */
  const keys = new Map<string, { unfinished: string }>();
  for (let reads = 0; reads < maxReads; reads++) {
    const { items, last } = await queryPage(source, position, perRead).catch((error) => {
      throw readErrorOf(error, cursor);
    });
    for (const key of items) keys.set(source.positionOf(key), key);
    position = last;
    if (last === undefined) break;
  }
  const shippable = [...keys].flatMap(([number, key]) => (isLeft(key, 'shippable') ? String(Number(number)) : []));
  const overpaid = [...keys.values()].filter((key) => isLeft(key, 'overpaid'));
  const oldest = shippable[0] === undefined ? undefined : await findPlacingTime(tenant, shippable[0]);
  return {
    shippable: { orders: shippable.length, oldest: oldest ?? null },
    overpaid: { orders: overpaid.length, refunds: refundsOf(overpaid) },
    next_cursor: position === undefined ? null : encodeCursor(tenant, operation, { filters: {}, after: position }),
  };
}

function refundsOf(keys: { unfinished: string }[]): { currency: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of keys.flatMap((key) => refundOf(key) ?? [])) {
    sums.set(currency, (sums.get(currency) ?? 0) + (minor(amount, currency) as number));
  }
  return [...sums].sort().map(([currency, units]) => ({ currency, amount: major(units, currency) }));
}
