import { setTimeout } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { handler as sweep } from '../../../functions/webhook/sweep.ts';
import { statusOf } from '../../../lib/api/errors.ts';
import { metrics } from '../../../lib/api/metrics.ts';
import { measureIndexLag } from '../../../lib/db/indexLag.ts';
import { issuePlatformKey } from '../../../lib/key/platformKeys.ts';
import { aStore } from '../../support/actors.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';
import { anOrder, keyed, pay, place } from '../../support/orders.ts';
import { recordLog } from '../../support/recordLog.ts';
import { aWebhookStore, deliverDue, placeOne } from '../../support/webhooks.ts';

process.env.STAGE = 'dev';

const store = await aStore();

type Point = { Namespace: string; Dimensions: string[][]; Metrics: { Name: keyof typeof metrics; Unit: string }[] };
type Line = Record<string, unknown> & { _aws?: { Timestamp: number; CloudWatchMetrics: Point[] } };

const lines = recordLog<Line>();

/** The metrics that CloudWatch extracts from the log, such as `{'payments dev': 1}`. */
function counted(): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const line of lines) {
    for (const { Dimensions, Metrics } of line._aws?.CloudWatchMetrics ?? []) {
      const [dimensions = []] = Dimensions;
      for (const { Name } of Metrics) {
        const name = [Name, ...dimensions.map((dimension) => line[dimension])].join(' ');
        sums[name] = (sums[name] ?? 0) + (line[Name] as number);
      }
    }
  }
  return sums;
}

test('counts each order, payment and refund once, even if the request is repeated', async () => {
  const { number } = await anOrder(store);
  for (const body of [{ total: 4 }, { total: 4 }, { total: 6 }]) await pay(store, number, body, keyed(`once-${body.total}`));
  await pay(store, number, { total: -3, method: 'refund' });
  expect(counted()).toEqual({ 'orders_placed dev': 1, 'payments dev': 2, 'refunds dev': 1 });
});

test('counts rejections by code', async () => {
  const { number } = await anOrder(store);
  await pay(store, number, { total: 99 });
  await pay(store, number, { total: 98 });
  await pay(store, '7', {});
  expect(counted()).toMatchObject({ 'rejections dev payment_exceeds_balance': 2, 'rejections dev not_found': 1 });
});

test('counts deliveries by outcome, and measures a delay', async () => {
  const webhookStore = await aWebhookStore(500, 200);
  await placeOne(webhookStore);
  await deliverDue(webhookStore);
  expect(counted()).toMatchObject({ 'deliveries dev postponed': 1 });
  await placeOne(webhookStore);
  await deliverDue(webhookStore);
  expect(counted()).toMatchObject({ 'deliveries dev postponed': 1, 'deliveries dev delivered': 1 });
  await placeOne(webhookStore);
  await sweep();
  expect(counted()['overdue dev']).toBeGreaterThan(0);
});

test('counts changes of platform keys', async () => {
  await issuePlatformKey({ label: 'test', expires: null }, 'test', new Date());
  await sweep();
  expect(counted()['platform_key_changes dev']).toBeGreaterThan(0);
});

test('a sweep logs each of its tasks that fails', async () => {
  const failing = withFaults([{ command: 'Query', nth: 'every', lasting: true, fault: failsBefore }], sweep);
  await expect(failing).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  const failed = lines.filter(({ message }) => message === 'a task of the sweep failed');
  expect(failed.map(({ task }) => task)).toEqual(['deliveries', 'followers', 'keyChanges', 'lag']);
});

test('measures how long a change takes to appear in the index `changed`', async () => {
  await sweep();
  expect(counted()['index_lag dev']).toBeGreaterThan(0);
  expect(counted()['index_lag dev']).toBeLessThan(10);
  const late: Fault = async ({ forward }) => {
    const reply = await forward();
    await setTimeout(300);
    return { ...reply, output: { ...reply.output, Items: [] } };
  };
  const { result } = await withFaults(
    [1, 2].map((nth) => ({ command: 'Query', nth, fault: late })),
    measureIndexLag,
  );
  expect(result.seconds).toBeGreaterThanOrEqual(0.6);
});

test('stops measuring the index `changed` after 10 seconds', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => {
    now += 6000;
    return now;
  });
  const missing: Fault = async ({ forward }) => {
    const reply = await forward();
    return { ...reply, output: { ...reply.output, Items: [] } };
  };
  const { result } = await withFaults([{ command: 'Query', nth: 'every', fault: missing }], measureIndexLag);
  expect(result.seconds).toBe(12);
});

describe('a log line', () => {
  test('follows the embedded metric format, and every metric names a field of the line', async () => {
    await anOrder(store);
    await place(store, {});
    const points = lines.filter(({ _aws }) => _aws);
    expect(points).toHaveLength(2);
    for (const { _aws, ...line } of points) {
      const [{ Namespace, Dimensions, Metrics } = {} as Point, ...more] = _aws?.CloudWatchMetrics ?? [];
      expect([Namespace, more, Math.abs(Date.now() - (_aws?.Timestamp ?? 0)) < 60_000]).toEqual(['StorePlatform', [], true]);
      for (const { Name, Unit } of Metrics) expect([Unit, typeof line[Name]]).toEqual([metrics[Name].unit, 'number']);
      expect([['stage'], ['stage', 'code']]).toContainEqual(Dimensions[0]);
      expect(Object.keys({ undefined: '', ...statusOf })).toContain(String(line.code));
    }
  });

  test('contains no key, no name and nothing from a body', async () => {
    await place(store, { customer: { first_name: 'Grace', email: 'grace@example.com' }, lines: [] });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(/Grace|grace@|sm_live_/);
  });

  test('has no metrics in a local run, and only failures are logged at LOG_LEVEL=error', async () => {
    delete process.env.STAGE;
    await anOrder(store);
    await sweep();
    expect(lines.filter(({ _aws, message }) => _aws || message === 'sweeping')).toEqual([]);
    lines.length = 0;
    Object.assign(process.env, { STAGE: 'dev', LOG_LEVEL: 'error' });
    await anOrder(store);
    expect(lines).toEqual([]);
  });
});
