import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../../apps/ops/textTable.ts';
import type { LostChange } from '../commands/restore/lostChange.ts';
import { openWorld, type World } from './world.ts';

/** Rehearses a restore on two local tables: `npm run rehearse:restore [seed] [requests]`. */
const [seed = 1, requests = 150] = process.argv.slice(2).map(Number);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const world = await openWorld();
const { countEffects, effectKinds, inconsistencies, numbersGivenTwice } = await import('./inspect.ts');
const { openStores, randomFrom, send, sendOne } = await import('./traffic.ts');
const { copyChanges, reconcileTables } = await import('../commands/restore/reconcileCommand.ts');
type Effect = import('./traffic.ts').Effect;

const random = randomFrom(seed);
const traffic = await openStores(3);
const effects: Effect[] = [];
const failures: string[] = [];
let steps = 0;

async function serve(count: number): Promise<Effect[]> {
  const made: Effect[] = [];
  for (let i = 0; i < count; i++) {
    const store = traffic.stores[Math.floor(random() * traffic.stores.length)] as (typeof traffic.stores)[number];
    const effect = await sendOne(store, random, steps++);
    if (effect) made.push(effect);
    if (i % 4 === 0) await traffic.deliver();
  }
  effects.push(...made);
  return made;
}

async function copyTable(world: World) {
  for (const item of await world.itemsIn('first')) await world.put('second', item);
}

const check = (holds: boolean, failure: string) => void (holds || failures.push(failure));

await serve(requests);
await copyTable(world);
const since = await serve(requests);
const eventsSince = new Map(traffic.received);

// The service is closed. From here on, the old table rejects writes.
const list = join(mkdtempSync(join(tmpdir(), 'restore-')), 'lost.jsonl');
const names = { source: 'first', target: 'second', list };
const restored = countEffects(await world.itemsIn('second'), since);
const refuseWrites = async () => {
  world.refused = 'first';
};
await reconcileTables(world.client, { refuseWrites }, names, print);
const refused = await send((traffic.stores[0] as { key: string }).key, 'putProduct', {
  params: { sku: 'LATE' },
  body: { name: 'Late', price: 1, stock: null },
});
check(refused.status >= 500, 'the old table took a write');

const reconciled = countEffects(await world.itemsIn('second'), since);
const listed = readFileSync(list, 'utf8')
  .trim()
  .split('\n')
  .map((line): LostChange => JSON.parse(line));
const unlisted = reconciled.lost.filter((effect) => !isListed(effect));

/** An adjustment is listed as its audit entry, an order and its payments as the order. */
function isListed({ kind, name, order = '' }: Effect): boolean {
  const tenant = `T#${name.split('-')[0]}`;
  const isAbout = ({ kind: found, pk, sk, what }: LostChange) =>
    kind === 'stock adjustment'
      ? found === 'product' && pk === tenant
      : pk === tenant && sk === `ORDER#${order.padStart(12, '0')}` && what.startsWith(order);
  return kind !== 'revocation' && listed.some(isAbout);
}

world.inUse = 'second';
await copyChanges(world.client, names, print);
const copied = countEffects(await world.itemsIn('second'), since);

// The service is open again, on the new table. Clients repeat every request whose outcome they do not know.
for (const { repeat } of since) await repeat();
await traffic.deliver();
await serve(requests);
const items = await world.itemsIn('second');
const final = countEffects(items, effects);
const { money, stock } = inconsistencies(items);
const reopened = [];
for (const effect of effects.filter(({ kind }) => kind === 'revocation')) {
  if ((await send(effect.secret as string, 'getOwnTenant')).status !== 401) reopened.push(effect);
}
const twice = [...traffic.received].filter(([id, count]) => count > 1 && (eventsSince.get(id) ?? 0) > 0);

const rows = effectKinds.map((kind) => {
  const of = (found: Effect[]) => found.filter((effect) => effect.kind === kind).length;
  return [
    kind,
    of(since),
    of(restored.lost),
    of(reconciled.lost),
    of(unlisted),
    of(copied.lost),
    of(final.lost),
    of(final.duplicated),
  ];
});
const head = ['effect', 'since', 'missing', 'reconciled', 'not listed', 'copied', 'repeated', 'duplicated'];
print(`\nEffects acknowledged after the restored time (since), and how many of them are missing: from the restored table, after
--reconcile, from the list, after --copy, and after clients repeated their requests and went on (seed ${seed}, ${requests} requests
before, since and after):\n`);
print(table(head, rows, head.slice(1)));
const given = numbersGivenTwice(effects);
const facts: [string, number][] = [
  ['revoked keys that work again', reopened.length],
  ['order numbers assigned twice', given.length],
  ['events sent again', twice.length],
  ['orders whose sums are wrong', money.length],
  ['products whose stock disagrees with the orders', stock.length],
];
print(table(['finding', 'count'], facts, ['count']));
for (const [finding, count] of facts) check(count === 0, `${count} ${finding}`);
check(since.length > requests / 2, 'too few effects');
check(restored.lost.length > 0, 'the restored table lacks nothing, so nothing was rehearsed');
check(unlisted.length === 0, `${unlisted.length} lost effects are not listed`);
check(
  copied.lost.every(({ kind }) => kind === 'stock adjustment'),
  'more than stock adjustments is lost after the copy',
);
check(final.lost.length === 0, `${final.lost.length} effects are lost`);
check(final.duplicated.length === 0, `${final.duplicated.length} effects are duplicated`);
traffic.close();
await world.close();
print(
  failures.length === 0
    ? 'Everything lost is listed, nothing was duplicated, and no revoked key works again.'
    : failures.join('\n'),
);
process.exit(failures.length === 0 ? 0 : 1);
