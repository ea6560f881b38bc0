import { SQSClient } from '@aws-sdk/client-sqs';
import { expect, jest, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { timeId } from '../../../lib/values/id.ts';
import { dueAt } from '../../../lib/webhook/due.ts';
import { enqueue, type Message } from '../../../lib/webhook/queue.ts';
import { sweep } from '../../../lib/webhook/sweep.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';
import { recordMessages } from '../../support/messages.ts';
import { writeDeliveries } from '../../support/table.ts';

recordMessages();

const aTenant = () => `ten_${timeId(new Date())}` as TenantId;

type Entry = { MessageBody: string };

/** The messages about these tenants that a sweep sends, in its order. The table contains tenants of other tests too. */
async function sentFor(tenants: TenantId[], work: () => Promise<unknown> = () => sweep(new Date())): Promise<Message[]> {
  const send = jest.spyOn(SQSClient.prototype, 'send');
  await work();
  const inputs = send.mock.calls.map(([{ input }]) => input as { Entries?: Entry[] } & Entry);
  send.mockRestore();
  const sent = inputs.flatMap(({ Entries, ...single }) => Entries ?? [single]);
  return sent.map(({ MessageBody }): Message => JSON.parse(MessageBody)).filter(({ tenant }) => tenants.includes(tenant));
}

test('sends a message for each due delivery, and none before it is due', async () => {
  const [due, later] = [aTenant(), aTenant()];
  const keys = await writeDeliveries(due, '1001', 3);
  await writeDeliveries(later, '1001', 3, { now: new Date(Date.now() + 60_000) });
  expect((await sentFor([due, later])).map(({ sk }) => sk).toSorted()).toEqual(keys.toSorted());
  expect(await sentFor([later], () => sweep(new Date(Date.now() + 61_000)))).toHaveLength(3);
});

test('reports its findings before it sends messages, because sending may run out of time', async () => {
  const year = 365 * 24 * 3600;
  await writeDeliveries(aTenant(), '1001', 3, { now: new Date(Date.now() - 5 * year * 1000) });
  const send = jest.spyOn(SQSClient.prototype, 'send');
  const reports: unknown[] = [];
  await sweep(new Date(), ({ due, overdue }) => reports.push([due >= 3, Math.floor(overdue / year), send.mock.calls.length]));
  expect(reports).toEqual([[true, 5, 0]]);
  expect(send).toHaveBeenCalled();
  send.mockRestore();
});

const arrives: Fault = ({ forward }) => forward();

test('a shard that cannot be read fails the sweep and its report, but does not block the others', async () => {
  const tenant = aTenant();
  const keys = await writeDeliveries(tenant, '1001', 200);
  const inShard0 = keys.filter((sk) => dueAt(`evt_${sk.slice('DELIVERY#'.length)}`, new Date()).due_shard === 'DUE#0');
  const fault: Fault = (attempt) => (JSON.stringify(attempt.input).includes('"DUE#0"') ? failsBefore : arrives)(attempt);
  const report = jest.fn();
  const work = () => expect(sweep(new Date(), report)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  const plan = { command: 'Query', nth: 'every' as const, lasting: true, fault };
  const { result } = await withFaults([plan], () => sentFor([tenant], work));
  expect(result).toHaveLength(200 - inShard0.length);
  expect(report).not.toHaveBeenCalled();
});

test('reads at most eight shards at once, so that a large backlog fits into memory', async () => {
  let [reading, most] = [0, 0];
  const fault: Fault = ({ forward }) => {
    most = Math.max(most, ++reading);
    return forward().finally(() => --reading);
  };
  await withFaults([{ command: 'Query', nth: 'every', fault }], () => sweep(new Date()));
  expect(most).toBe(8);
});

test('reads at most ten pages of a shard', async () => {
  let pages = 0;
  const LastEvaluatedKey = { due: 'now', pk: 'T#1', sk: 'DELIVERY#1' };
  const more: Fault = async () => {
    pages += 1;
    return { output: { $metadata: {}, Items: [], LastEvaluatedKey }, response: {} };
  };
  const reports: object[] = [];
  await withFaults([{ command: 'Query', nth: 'every', fault: more }], () => sweep(new Date(), (found) => reports.push(found)));
  expect(pages).toBe(64 * 10);
  expect(reports).toEqual([{ due: 0, overdue: 0 }]);
});

/** Writes deliveries of a tenant that are all due in the same shard. */
const inOneShard = async (tenant: TenantId, count: number) => {
  const ids: string[] = [];
  while (ids.length < count) {
    const id = `evt_${timeId(new Date())}`;
    if (dueAt(id, new Date()).due_shard === 'DUE#7') ids.push(id);
  }
  return writeDeliveries(tenant, '1001', count, { ids });
};

test('sends at most twenty messages of a tenant and shard', async () => {
  const tenant = aTenant();
  await inOneShard(tenant, 22);
  expect(await sentFor([tenant])).toHaveLength(20);
});

test('the tenants of a shard take turns', async () => {
  const tenants = Array.from({ length: 3 }, aTenant) as [TenantId, TenantId, TenantId];
  await inOneShard(tenants[0], 4);
  await inOneShard(tenants[1], 2);
  await inOneShard(tenants[2], 1);
  const order = (await sentFor(tenants)).map(({ tenant }) => tenants.indexOf(tenant));
  expect([order.slice(0, 3), order.slice(3, 5), order.slice(5)].map((turn) => turn.toSorted())).toEqual([
    [0, 1, 2],
    [0, 1],
    [0, 0],
  ]);
});

test('an unavailable queue fails nothing', async () => {
  const url = process.env.QUEUE_URL;
  process.env.QUEUE_URL = 'http://127.0.0.1:1/000000000000/doorbell';
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  jest.spyOn(console, 'warn').mockReturnValue();
  await expect(enqueue(aTenant(), 'DELIVERY#x')).resolves.toBeUndefined();
  expect(written).toHaveBeenCalledWith(expect.stringMatching(/could not enqueue.+"tenant":"ten_.+","sk":"DELIVERY#x"/));
  jest.restoreAllMocks();
  process.env.QUEUE_URL = url;
});
