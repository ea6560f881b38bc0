import { expect, test } from '@jest/globals';
import { closeStore, readRest } from '../../../infra/smoke/story.ts';
import { tableName } from '../../../lib/db/key.ts';
import { call } from '../../support/call.ts';
import { type Attempt, withFaults } from '../../support/injectFault.ts';
import { keyed } from '../../support/orders.ts';
import { playStory, storyCaller } from '../../support/storyCaller.ts';
import { aPerson } from '../../support/users.ts';
import { aDelivery, runDelivery } from '../../support/webhooks.ts';

type Read = Pick<Attempt, 'command' | 'input'>;

/** The input of every read, by operation. */
const reads: Record<string, Read[]> = {};

async function recorded<T>(name: string, work: () => Promise<T>): Promise<T> {
  const plans = ['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query'].map((command) => ({
    command,
    nth: 'every' as const,
    lasting: true,
    fault: ({ input, forward }: Attempt) => {
      reads[name] = [...(reads[name] ?? []), { command, input }];
      return forward();
    },
  }));
  return (await withFaults(plans, work)).result;
}

const isConsistent = ({ command, input }: Read): boolean =>
  command === 'TransactGetItems' ||
  (command === 'BatchGetItem' ? input.RequestItems[tableName()] : input).ConsistentRead === true;

/** DynamoDB cannot read an index consistently, so no decision may rely on an index alone. */
const isOfIndex = ({ input }: Read) => input.IndexName !== undefined;

/** The operations with a read like this. */
const operationsWith = (isWanted: (read: Read) => boolean) =>
  Object.keys(reads)
    .filter((name) => reads[name]?.some(isWanted))
    .sort();

const caller = storyCaller((id, options) => recorded(id, () => call(id, options)));
const { name, store, user, order, delivery } = await playStory(caller);
const ids = { tenant: name, order: order.number, shipment: order.shipment, user, delivery };
await readRest(caller, (id) => id in caller.payloads, ids);
await caller.call('getOrders', { query: { created_from: '2020-01-01T00:00:00Z' } });
await caller.call('getAudit');
const person = { as: store.secret, body: aPerson(), headers: keyed('once') };
for (const _ of ['first', 'repeated']) await recorded('createUser', () => call('createUser', person));
await closeStore(caller, store);
const waiting = await aDelivery();
await recorded('deliver', () => runDelivery(waiting.store, waiting.delivery));

test('every read that a decision relies on is consistent, in every operation', () => {
  expect(Object.keys(reads).length).toBeGreaterThan(50);
  expect(operationsWith((read) => !isConsistent(read) && !isOfIndex(read))).toEqual(['getAudit', 'getOwnAudit']);
});

test('without a filter, only reports and lists across tenants read an index', () => {
  expect(operationsWith(isOfIndex)).toEqual(['getAudit', 'getDailyReport', 'getOpenReport', 'getTenants']);
  const readBy = (some: typeof reads.getAudit = []) => some.filter(isOfIndex).map(({ input }) => input.IndexName);
  expect(new Set([...readBy(reads.getAudit), ...readBy(reads.getTenants)])).toEqual(new Set(['listed']));
});
