import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { startWebhooks } from '../../../infra/local/webhooks.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { timeId } from '../../../lib/values/id.ts';
import { dueAt } from '../../../lib/webhook/due.ts';
import { enqueue, type Message } from '../../../lib/webhook/queue.ts';
import { sweep } from '../../../lib/webhook/sweep.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';
import { until } from '../../support/receiver.ts';
import { owe } from '../../support/table.ts';

let doorbell: Awaited<ReturnType<typeof startWebhooks>>;
let rung: Message[] = [];

beforeAll(async () => {
  const deliver = async ({ Records }: SQSEvent) => void rung.push(JSON.parse(Records[0]?.body as string));
  doorbell = await startWebhooks({ deliver, sweep: async () => {} });
});
afterAll(() => doorbell.stop());
beforeEach(() => {
  rung = [];
});

const aTenant = () => `ten_${timeId(new Date())}` as TenantId;

/** Whom of these a sweep rings for, in its order; in the table are other tests' tenants too. */
async function sweptFor(tenants: TenantId[], count: number, now = new Date()) {
  await sweep(now);
  const ours = () => rung.filter(({ tenant }) => tenants.includes(tenant));
  await until(() => ours().length >= count);
  return ours();
}

test('what is due is rung for, and what is not due yet is not', async () => {
  const [due, later] = [aTenant(), aTenant()];
  const keys = await owe(due, '1001', 3);
  await owe(later, '1001', 3, { now: new Date(Date.now() + 60_000) });
  expect((await sweptFor([due, later], 3)).map(({ sk }) => sk).toSorted()).toEqual(keys.toSorted());
  expect(await sweptFor([later], 3, new Date(Date.now() + 61_000))).toHaveLength(3);
});

test('what was found is told before anybody is rung for, which may take longer than there is time', async () => {
  const tenant = aTenant();
  const url = process.env.QUEUE_URL as string;
  await owe(tenant, '1001', 3, { now: new Date(Date.now() - 60_000) });
  const told: object[] = [];
  await sweep(new Date(), (swept) => {
    told.push(swept);
    delete process.env.QUEUE_URL;
  }).finally(() => Object.assign(process.env, { QUEUE_URL: url }));
  const [{ due, overdue }] = told as [{ due: number; overdue: number }];
  expect([due >= 3, overdue >= 60]).toEqual([true, true]);
  await enqueue(tenant, 'DELIVERY#after');
  const ours = () => rung.filter((one) => one.tenant === tenant).map(({ sk }) => sk);
  await until(() => ours().length > 0);
  expect(ours()).toEqual(['DELIVERY#after']);
});

const arrives: Fault = ({ forward }) => forward();

test('a shard that cannot be read fails the sweep, and holds up none of the others', async () => {
  const tenant = aTenant();
  const keys = await owe(tenant, '1001', 200);
  const inShard0 = keys.filter((sk) => dueAt(`evt_${sk.slice('DELIVERY#'.length)}`, new Date()).due_shard === 'DUE#0');
  const fault: Fault = (attempt) => (JSON.stringify(attempt.input).includes('"DUE#0"') ? failsBefore : arrives)(attempt);
  await withFaults([{ command: 'Query', nth: 'every', lasting: true, fault }], () =>
    expect(sweep(new Date())).rejects.toMatchObject({ code: 'temporarily_unavailable' }),
  );
  await until(() => rung.filter((one) => one.tenant === tenant).length >= 200 - inShard0.length);
});

test("a tenant's backlog of any size does not hide another tenant's due delivery", async () => {
  const many = aTenant();
  const [few, one] = [aTenant(), aTenant()];
  await owe(many, '1001', 1100, { now: new Date(Date.now() - 60_000) });
  await owe(few, '1001', 3);
  await owe(one, '1001', 1);
  const tenants = (await sweptFor([many, few, one], 900)).map(({ tenant }) => tenant);
  expect(tenants.filter((tenant) => tenant !== many).toSorted()).toEqual([few, few, few, one].toSorted());
  // Twenty per shard: the rest waits for the next sweep.
  expect(tenants.filter((tenant) => tenant === many).length).toBeLessThanOrEqual(64 * 20);
});

test('the tenants of a shard take turns', async () => {
  const tenants = Array.from({ length: 3 }, aTenant) as [TenantId, TenantId, TenantId];
  const inOneShard = async (tenant: TenantId, count: number) => {
    const ids = Array.from({ length: count * 200 }, () => `evt_${timeId(new Date())}`);
    return owe(tenant, '1001', count, { ids: ids.filter((id) => dueAt(id, new Date()).due_shard === 'DUE#7').slice(0, count) });
  };
  await inOneShard(tenants[0], 4);
  await inOneShard(tenants[1], 2);
  await inOneShard(tenants[2], 1);
  const order = (await sweptFor(tenants, 7)).map(({ tenant }) => tenants.indexOf(tenant));
  expect([order.slice(0, 3), order.slice(3, 5), order.slice(5)].map((turn) => turn.toSorted())).toEqual([
    [0, 1, 2],
    [0, 1],
    [0, 0],
  ]);
});

test('what is too far off for the doorbell is not rung for', async () => {
  const send = jest.spyOn(SQSClient.prototype, 'send');
  await enqueue(aTenant(), 'DELIVERY#far', 901);
  expect(send).not.toHaveBeenCalled();
  send.mockRestore();
});

test('a ring says of which item and nothing else, and comes no earlier than it is asked for', async () => {
  const tenant = aTenant();
  const begun = performance.now();
  await enqueue(tenant, 'DELIVERY#x', 1);
  const ours = () => rung.filter((one) => one.tenant === tenant);
  await until(() => ours().length > 0);
  expect(performance.now() - begun).toBeGreaterThan(990);
  expect(ours()).toEqual([{ tenant, sk: 'DELIVERY#x' }]);
});

test('a doorbell that is broken breaks nothing', async () => {
  const url = process.env.QUEUE_URL;
  process.env.QUEUE_URL = 'http://127.0.0.1:1/000000000000/doorbell';
  const told = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  jest.spyOn(console, 'warn').mockReturnValue();
  await expect(enqueue(aTenant(), 'DELIVERY#x')).resolves.toBeUndefined();
  expect(told).toHaveBeenCalledWith(expect.stringContaining('could not enqueue'));
  jest.restoreAllMocks();
  process.env.QUEUE_URL = url;
});
