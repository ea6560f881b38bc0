import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aStore, platformKey } from './support/actors.ts';
import { interpreter } from './support/orderCalls.ts';
import { answer, type Drawn, type Outcome, type Request, type Shop, stockOf, viewOf } from './support/orderModel.ts';
import { requestsOf, type Step, step } from './support/orderSteps.ts';

const [seed, path] = (process.env.SEED ?? `${randomInt(2 ** 31)}`).split('@') as [string, string | undefined];
const numRuns = Number(process.env.RUNS ?? 40);

type Actual = ReturnType<typeof interpreter>;
type Kept = { payments: Map<string, string>; versions: Map<string, number> };
type Answered = { request: Request; outcome: Outcome; drawn: Drawn };

const counts: Record<string, number> = {};
const countries = { DE: 2, JP: 0, KW: 3 };

const stateOf = ({ orders, products }: Shop) => ({
  orders: Object.fromEntries(Object.entries(orders).map(([number, order]) => [number, viewOf(order)])),
  products: Object.fromEntries(Object.entries(products).map(([sku, product]) => [sku, stockOf(product)])),
});

async function opened(country: keyof typeof countries): Promise<{ actual: Actual; shop: Shop }> {
  const { key } = await aStore(await platformKey(), { country, timezone: 'UTC' });
  const actual = interpreter(key, countries[country]);
  const shop: Shop = { open: true, products: {}, orders: {}, remembered: {} };
  for (const [sku, stock] of Object.entries({ 'sku-a': 10, 'sku-b': 3, 'sku-c': null })) {
    shop.products[sku] = { price: 10, counted: stock !== null, available: stock ?? 0, reserved: 0 };
    await actual.send({ wish: { kind: 'put', sku, stock, price: 10 } }, shop);
  }
  return { actual, shop };
}

/** What holds of every shop at every moment, by what it shows alone. */
async function inspect({ read, minor }: Actual, { payments, versions }: Kept) {
  const { orders, products, seen } = await read();
  for (const order of orders) {
    const totals = order.payments.map(({ total }) => minor(total));
    const sum = totals.reduce((all, total) => all + total, 0);
    expect(minor(order.balance)).toBe((order.cancelled ? 0 : minor(order.total)) - sum);
    expect(minor(order.paid) - minor(order.refunded)).toBe(sum);
    expect(sum).toBeGreaterThanOrEqual(0);
    expect(order.version).toBeGreaterThanOrEqual(versions.get(order.number) ?? 1);
    versions.set(order.number, order.version);
    for (const payment of order.payments) {
      const text = JSON.stringify(payment);
      expect(text).toBe(payments.get(payment.id) ?? text);
      payments.set(payment.id, text);
    }
  }
  const held = orders.flatMap((order) => order.payments.map(({ id }) => id));
  expect(held.toSorted()).toEqual([...payments.keys()].sort());
  for (const { stock } of products) if (stock) expect(Math.min(stock.available, stock.reserved)).toBeGreaterThanOrEqual(0);
  return seen;
}

/** The shop after some order of these requests, one after the other, in which each is answered as it was. */
function serially(shop: Shop, requests: Answered[], state: unknown): Shop | undefined {
  if (requests.length === 0) return isDeepStrictEqual(stateOf(shop), state) ? shop : undefined;
  for (const [i, { request, outcome, drawn }] of requests.entries()) {
    const next = JSON.parse(JSON.stringify(shop)) as Shop;
    if (!isDeepStrictEqual(answer(next, request, drawn), outcome)) continue;
    const found = serially(next, requests.toSpliced(i, 1), state);
    if (found) return found;
  }
}

test(`orders, money and stock go as the model says (SEED=${seed})`, async () => {
  const runs = fc.asyncProperty(
    fc.constantFrom(...(Object.keys(countries) as (keyof typeof countries)[])),
    fc.array(step, { maxLength: 120, size: 'max' }),
    async (country, steps: Step[]) => {
      const { actual, ...start } = await opened(country);
      let { shop } = start;
      const kept = { payments: new Map(), versions: new Map() };
      const sent: Request[] = [];
      for (const [i, step] of steps.entries()) {
        const requests = requestsOf(step, shop, sent, `key-${i}`);
        const answers = await Promise.all(
          requests.map(async (request) => ({ request, ...(await actual.send(request, shop)) })),
        );
        sent.push(...requests.filter(({ key }) => key));
        const state = await inspect(actual, kept);
        const [first, ...more] = answers;
        if (first && more.length === 0) {
          expect(first.outcome).toEqual(answer(shop, first.request, first.drawn));
          expect(state).toEqual(stateOf(shop));
        } else {
          const after = serially(shop, answers, state);
          if (!after) throw new Error(`no serial order explains ${JSON.stringify({ shop, answers, state }, null, 1)}`);
          shop = after;
        }
        for (const { request, outcome } of answers) {
          const what = `${request.wish.kind} ${outcome.code ?? outcome.status}${outcome.replayed ? ' replayed' : ''}`;
          counts[what] = (counts[what] ?? 0) + 1;
        }
      }
    },
  );
  const out = await fc.check(runs, {
    seed: Number(seed),
    ...(path && { path }),
    numRuns,
    interruptAfterTimeLimit: Number(process.env.LIMIT ?? 75_000),
  });
  if (out.failed) {
    throw new Error(`Replay with SEED=${out.seed}@${out.counterexamplePath}\n${fc.defaultReportMessage(out)}`, {
      cause: out.errorInstance,
    });
  }
}, 300_000);

afterAll(() => {
  console.log(
    Object.values(counts).reduce((a, b) => a + b, 0),
    counts,
  );
});
