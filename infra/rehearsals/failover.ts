import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../../apps/ops/textTable.ts';
import { openWorld } from './world.ts';

/**
 * Simulates the loss of a region whose table is replicated to another one with a delay: `npm run rehearse:failover [seed]
 * [requests] [delay]`. The delay is the longest that a write takes to arrive, counted in requests.
 */
const [seed = 1, requests = 100, maxLag = 12] = process.argv.slice(2).map(Number);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const world = await openWorld();
const { countEffects, effectKinds, inconsistencies, numbersGivenTwice } = await import('./inspect.ts');
const { replicate } = await import('./replication.ts');
const { openStores, randomFrom, send, sendOne } = await import('./traffic.ts');
const { copyChanges, raiseNumbers, reconcileTables } = await import('../commands/restore/reconcileCommand.ts');
type Effect = import('./traffic.ts').Effect;
type Found = { lost: Effect[]; duplicated: Effect[]; money: number; stock: number; twice: number; reopened: number };

const random = randomFrom(seed);
const traffic = await openStores(3);
for (const item of await world.itemsIn('first')) await world.put('second', item);
const replication = replicate(world, random, maxLag);
const effects: Effect[] = [];
const failures: string[] = [];
const check = (holds: boolean, failure: string) => void (holds || failures.push(failure));
let steps = 0;

async function serve(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const store = traffic.stores[Math.floor(random() * traffic.stores.length)] as (typeof traffic.stores)[number];
    const effect = await sendOne(store, random, steps++);
    if (effect) effects.push(effect);
    if (i % 4 === 0) await traffic.deliver();
    await replication.advance();
  }
}

async function inspectSecond(): Promise<Found> {
  const items = await world.itemsIn('second');
  const { money, stock } = inconsistencies(items);
  const counted = countEffects(items, effects);
  const reopened = counted.lost.filter(({ kind }) => kind === 'revocation').length;
  return { ...counted, money: money.length, stock: stock.length, twice: numbersGivenTwice(effects).length, reopened };
}

await serve(requests);
const inFlight = replication.cut();
world.refused = 'first';
world.inUse = 'second';
const atFailover = await inspectSecond();

// Before the second region serves, order numbers jump, since the latest counters may not have arrived.
await raiseNumbers(world.client, 'second', new Date(), print);
await raiseNumbers(world.client, 'second', new Date(), () => {});

// Clients repeat their latest requests, because some never got a response, then continue.
for (const { repeat } of effects.slice(-2 * maxLag)) await repeat();
await serve(requests);
const afterRepeats = await inspectSecond();

// The first region comes back, read-only. The reconciler compares and copies.
const list = join(mkdtempSync(join(tmpdir(), 'failover-')), 'lost.jsonl');
const names = { source: 'first', target: 'second', list };
await reconcileTables(world.client, { refuseWrites: async () => {} }, names, print);
await copyChanges(world.client, names, print);
const afterCopy = await inspectSecond();

const phases = { 'at failover': atFailover, 'after repeats': afterRepeats, reconciled: afterCopy };
const of = (found: Effect[], kind: string) => found.filter((effect) => effect.kind === kind).length;
const rows = [
  ...effectKinds.flatMap((kind) => [
    [`${kind}s lost`, ...Object.values(phases).map(({ lost }) => of(lost, kind))],
    ...(kind === 'revocation'
      ? []
      : [[`${kind}s duplicated`, ...Object.values(phases).map(({ duplicated }) => of(duplicated, kind))]]),
  ]),
  ['orders whose sums are wrong', ...Object.values(phases).map(({ money }) => money)],
  ['order numbers assigned twice', ...Object.values(phases).map(({ twice }) => twice)],
  ['products whose stock disagrees with the orders', ...Object.values(phases).map(({ stock }) => stock)],
];
print(`\n${effects.length} acknowledged effects; ${inFlight} writes had not arrived when the first region was lost (seed ${seed}, delay up to
${maxLag} requests).\n`);
print(table(['in the second region', ...Object.keys(phases)], rows, Object.keys(phases)));
for (const [phase, { duplicated, money, twice }] of Object.entries(phases)) {
  check(of(duplicated, 'payment') === 0, `payments are duplicated ${phase}`);
  check(money === 0, `sums are wrong ${phase}`);
  check(twice === 0, `order numbers are assigned twice ${phase}`);
}
check(inFlight > 0 && atFailover.lost.length > 0, 'nothing was in flight, so nothing was simulated');
const listed = readFileSync(list, 'utf8');
const unlisted = afterCopy.duplicated.filter(({ kind, order }) => kind === 'order' && !listed.includes(`outcome ${order}`));
check(unlisted.length === 0, `${unlisted.length} duplicated orders are not listed`);
for (const { tenant } of traffic.stores) {
  const adjusted = afterCopy.duplicated.filter(({ kind, name }) => kind === 'stock adjustment' && name.startsWith(tenant));
  const found = listed.split('\n').filter((line) => line.includes(tenant) && line.includes('was adjusted in both tables'));
  check(found.length >= adjusted.length, `${adjusted.length - found.length} duplicated stock adjustments are not listed`);
}
check(afterCopy.lost.length <= afterRepeats.lost.length, 'the reconciler lost effects');
check(afterCopy.stock === 0, 'stock disagrees with the orders after the reconciler');
check(afterCopy.reopened === 0, 'revoked keys work again after the reconciler');
check((await send(traffic.stores[0]?.key as string, 'getOrders')).status === 200, 'the second region is not serving requests');
traffic.close();
await world.close();
print(
  failures.length === 0
    ? 'No payment is duplicated, no sum is wrong, no number is assigned twice, and the reconciler found what differs.'
    : failures.join('\n'),
);
process.exit(failures.length === 0 ? 0 : 1);
