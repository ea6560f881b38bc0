import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { aBookkeeper, aListOf } from '../../support/books.ts';
import { aFaultyServer, answering, answeringAfterEffect, type Fault, lostAnswer, pass } from '../../support/faultyServer.ts';

const listOf = (rows: (readonly unknown[])[], head = 'number,tracking_number,carrier') => aListOf(head, rows);

const books = await aBookkeeper({}, ['orders:ship']);

const importList = (file: string, how?: { dry?: boolean; url?: string }) => books.importList('shipment', file, how);

/** An order to ship, with its number and the ID of its shipment. */
async function anOrder(given: object = {}) {
  const { number, shipments } = await books.place(10, { authorized: true, ...given });
  return { number, id: `${shipments[0]?.id}` };
}

/** An order with two shipments. */
async function twoShipments() {
  const order = await anOrder({ lines: [{ sku: 'TEA', quantity: 2 }] });
  const { id: second } = await books.store.splitShipment({
    number: order.number,
    from: order.id,
    lines: [{ sku: 'TEA', quantity: 1 }],
  });
  return { ...order, second };
}

const read = (number: string) => books.store.getOrder({ number });
const tracking = async (number: string) =>
  (await read(number)).shipments.map(({ state, tracking_number }) => `${state} ${tracking_number}`);

test('a dry run shows exactly what the import then does with each row', async () => {
  const { store } = books;
  const [due, labelled, relabelled, sent, cancelled, open] = await Promise.all(Array.from({ length: 6 }, () => anOrder()));
  const [both, known] = [await twoShipments(), await twoShipments()];
  const set = (order: typeof due, change: object) =>
    store.updateShipment({ number: `${order?.number}`, id: `${order?.id}`, ...change });
  await set(labelled, { tracking_number: 'L-1' });
  await set(relabelled, { tracking_number: 'L-2' });
  await set(sent, { state: 'delivered' });
  await store.updateOrder({ number: `${cancelled?.number}`, cancelled: true });
  await store.updateOrder({ number: `${open?.number}`, authorized: false });
  await set({ ...known, id: known.second }, { tracking_number: 'K-1' });
  const rows: [unknown, string, string, string, (string | null)?][] = [
    [due?.number, 'D-1', 'Post', 'shipped'],
    [due?.number, 'D-1', 'Post', 'already shipped'],
    [due?.number, 'D-2', 'Post', 'differs', 'shipped with D-1'],
    [labelled?.number, 'L-1', '', 'shipped'],
    [relabelled?.number, 'L-3', '', 'differs', 'its tracking number is L-2'],
    [sent?.number, 'S-1', 'Post', 'shipped', 'it had already left; the tracking number is new'],
    [cancelled?.number, 'C-1', '', 'cancelled'],
    [open?.number, 'O-1', '', 'not authorized'],
    [both.number, 'B-1', '', 'several', '2 shipments could have this tracking number'],
    [known.number, 'K-1', '', 'shipped'],
    [known.number, 'K-2', '', 'shipped'],
    ['999999', 'U-1', '', 'unknown'],
    ['01001', 'U-1', '', 'unknown'],
    ['..', 'U-1', '', 'unknown'],
    ['', '', 'Post', 'rejected', 'number: is required; tracking_number: is required'],
  ];
  const file = listOf(rows.map((row) => row.slice(0, 3)));
  const orders = [due, labelled, relabelled, sent, cancelled, open, both, known].map((order) => `${order?.number}`);
  const before = await Promise.all(orders.map(read));
  const dry = await importList(file, { dry: true });
  expect(await Promise.all(orders.map(read))).toEqual(before);
  expect(existsSync(`${file}.progress`)).toBe(false);
  const real = await importList(file);
  expect({ ...real, dry_run: true }).toEqual(dry);
  expect(real).toMatchObject({ code: 1, stderr: '' });
  expect(real.rows.map(({ outcome, note }: Record<string, unknown>) => [outcome, note])).toEqual(
    rows.map(([, , , outcome, note = null]) => [outcome, note]),
  );
  expect(await Promise.all(orders.map(tracking))).toEqual([
    ['shipped D-1'],
    ['shipped L-1'],
    ['ready L-2'],
    ['delivered S-1'],
    ['ready null'],
    ['ready null'],
    ['ready null', 'ready null'],
    ['shipped K-2', 'shipped K-1'],
  ]);
  expect((await read(`${due?.number}`)).shipments).toMatchObject([{ carrier: 'Post' }]);
  const again = await importList(listOf(rows.slice(3, 4).map((row) => row.slice(0, 3))));
  expect(again).toMatchObject({ code: 0, rows: [{ outcome: 'already shipped' }] });
});

test('finds orders by exactly their reference', async () => {
  const [one, longer] = [await anOrder({ reference: 'PO/17-a' }), await anOrder({ reference: 'PO/17-a-2' })];
  const twice = [await anOrder({ reference: '2026 #4' }), await anOrder({ reference: '2026 #4' })].map(({ number }) => number);
  await anOrder({ reference: 'x@y' });
  const rows = ['PO/17-a', 'po/17-a', '2026 #4', 'x@y', '7', 'x'.repeat(101), ''].map((reference, i) => [reference, `R-${i}`]);
  const file = listOf(rows, 'Reference,TRACKING_NUMBER');
  const imported = await importList(file);
  const problem = 'reference: cannot be searched for; put this parcel into a list with the column number';
  expect(imported.rows).toMatchObject([
    { outcome: 'shipped', number: one.number, reference: 'PO/17-a' },
    { outcome: 'unknown', number: null },
    { outcome: 'several', note: `the orders ${twice.toReversed().join(', ')} have this reference` },
    { outcome: 'rejected', note: problem },
    { outcome: 'rejected', note: problem },
    { outcome: 'rejected', note: problem },
    { outcome: 'rejected', note: 'reference: is required' },
  ]);
  expect(await Promise.all([one.number, longer.number, ...twice].map(tracking))).toEqual([
    ['shipped R-0'],
    ['ready null'],
    ['ready null'],
    ['ready null'],
  ]);
});

test('reads the carrier and the address for tracking, and rejects what the service would reject', async () => {
  const [good, bad, rounded] = [await anOrder(), await anOrder(), await anOrder()];
  const file = listOf(
    [
      [`#${good.number}`, 'PX 1', '"Post; ""express"""', 'https://post.example/PX1'],
      [bad.number, 'PX2', 'x'.repeat(101), 'http://post.example/PX2'],
      [rounded.number, '1.23457E+15', '', ''],
    ].map((row) => [row.join(';')]),
    'number;tracking_number;carrier;tracking_url',
  );
  const { rows } = await importList(file, { dry: true });
  expect((await importList(file)).rows).toEqual(rows);
  expect(rows).toMatchObject([
    { outcome: 'shipped' },
    { outcome: 'rejected', note: expect.stringMatching(/^carrier: must have at most 100 characters; tracking_url: must /) },
    { outcome: 'rejected', note: expect.stringMatching(/^tracking_number: was rounded to 1\.23457E\+15 by a spreadsheet/) },
  ]);
  const [shipment] = (await read(good.number)).shipments;
  expect(shipment).toMatchObject({ carrier: 'Post; "express"', tracking_url: 'https://post.example/PX1' });
  expect(await tracking(bad.number)).toEqual(['ready null']);
  const byReference = listOf([['1.23457E+15', 'PX3']], 'reference,tracking_number');
  expect((await importList(byReference)).rows).toMatchObject([
    { outcome: 'rejected', note: expect.stringMatching(/^reference: was rounded to 1\.23457E\+15 by a spreadsheet/) },
  ]);
});

const oneOfTwo = 'The first line must name either the column "number" or the column "reference", not both.';

test.each([
  ['number,reference,tracking_number', oneOfTwo],
  ['tracking_number,carrier', oneOfTwo],
  ['number,carrier', 'The first line must name the columns; "tracking_number" is missing.'],
])('a file with the columns %s is rejected as a whole', async (head, message) => {
  const file = listOf([head.split(',').map(() => '1')], head);
  expect(await books.ops(['shipment', 'import', file])).toEqual({ code: 1, stdout: '', stderr: `${message}\n` });
});

test('prints the rows, and how many have each outcome', async () => {
  const { number } = await anOrder();
  const file = listOf([
    [number, 'P-1', 'Post'],
    ['999999', 'P-2', ''],
  ]);
  expect((await books.ops(['shipment', 'import', file])).stdout).toBe(`LINE  ORDER   REFERENCE  TRACKING  OUTCOME  NOTE
2     ${number}    -          P-1       shipped  -
3     999999  -          P-2       unknown  -

Rows: 1 shipped, 1 unknown.
`);
});

test('decides again if the order changes before it is shipped', async () => {
  const [cancelled, noted, labelled] = [await anOrder(), await anOrder(), await anOrder()];
  const { store } = books;
  const cases: [string, () => Promise<unknown>, string][] = [
    [cancelled.number, () => store.updateOrder({ number: cancelled.number, cancelled: true }), 'cancelled'],
    [noted.number, () => store.updateOrder({ number: noted.number, note: 'changed' }), 'shipped'],
    [labelled.number, () => store.updateShipment({ ...labelled, tracking_number: 'THEIRS' }), 'differs'],
  ];
  for (const [number, change, outcome] of cases) {
    const { url } = await aFaultyServer(pass, pass, async (forward) => {
      await change();
      return forward();
    });
    expect((await importList(listOf([[number, 'C-1', '']]), { url })).rows).toMatchObject([{ outcome }]);
  }
});

// The requests before the first attempt: for the store, for a search by reference, and for the order.
test.each<[string, number]>([
  ['number', 2],
  ['reference', 3],
])('keeps a tracking number that was set after the first attempt of a row that names its %s', async (name, requests) => {
  const reference = `REF-${name}`;
  const order = await anOrder({ reference });
  const { url } = await aFaultyServer(...Array<Fault>(requests).fill(pass), async () => {
    await books.store.updateShipment({ ...order, tracking_number: 'THEIRS' });
    return { status: 503, headers: {}, body: '' };
  });
  const file = listOf([[name === 'number' ? order.number : reference, 'MINE', '']], `${name},tracking_number,carrier`);
  const { rows } = await importList(file, { url });
  expect(rows).toMatchObject([{ outcome: 'differs', note: 'its tracking number is THEIRS' }]);
  expect(await tracking(order.number)).toEqual(['ready THEIRS']);
});

test.each([
  ['as long as a busy service says', { 'Retry-After': '1' }, 1050],
  ['a fraction of a second if a busy service does not say how long', {}, 95],
])('waits %s', async (_, headers, milliseconds) => {
  const order = await anOrder();
  const { url, seen } = await aFaultyServer(pass, pass, answering(503, headers as Record<string, string>));
  expect((await importList(listOf([[order.number, 'LATER', '']]), { url })).rows).toMatchObject([{ outcome: 'shipped' }]);
  const [first = 0, second = 0] = seen.filter(({ method }) => method === 'PATCH').map(({ at }) => at);
  expect(second - first).toBeGreaterThan(milliseconds);
});

test('stops at a 500 without a retry', async () => {
  const order = await anOrder();
  const { url, seen } = await aFaultyServer(pass, pass, answering(500));
  expect(await importList(listOf([[order.number, 'LATER', '']]), { url })).toMatchObject({
    stderr: expect.stringContaining('Stopped after 0 of 1 rows.'),
  });
  expect(seen).toHaveLength(3);
});

test('reads an order by reference again before it ships', async () => {
  const order = await anOrder({ reference: 'REF-search' });
  const { url } = await aFaultyServer(pass, async (forward) => {
    const found = await forward();
    await books.store.updateShipment({ ...order, tracking_number: 'THEIRS' });
    return found;
  });
  const { rows } = await importList(listOf([['REF-search', 'MINE', '']], 'reference,tracking_number,carrier'), { url });
  expect(rows).toMatchObject([{ outcome: 'differs', note: 'its tracking number is THEIRS' }]);
});

test('an interrupted import continues, and names as shipped what it had shipped itself', async () => {
  const [first, second] = [await anOrder(), await anOrder()];
  const file = listOf([[first.number, 'I-1', 'Post']]);
  const { url } = await aFaultyServer(pass, pass, answeringAfterEffect(401));
  expect(await importList(file, { url })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Stopped after 0 of 1 rows. Run the same command again to continue.'),
  });
  const failing = await aFaultyServer(pass, answeringAfterEffect(401));
  expect(await importList(file, { dry: true, url: failing.url })).toMatchObject({
    stderr: expect.stringMatching(/Stopped after 0 of 1 rows\.\n$/),
  });
  expect(await tracking(first.number)).toEqual(['shipped I-1']);
  for (const dry of [true, false]) expect((await importList(file, { dry })).rows).toMatchObject([{ outcome: 'shipped' }]);
  expect(existsSync(`${file}.progress`)).toBe(false);
  const lost = await aFaultyServer(pass, pass, lostAnswer);
  const list = listOf([[second.number, 'I-2', 'Post']]);
  expect((await importList(list, { url: lost.url })).rows).toMatchObject([{ outcome: 'shipped' }]);
  const { entries } = await books.store.getHistory({ number: second.number });
  expect(entries.filter(({ operation }) => operation === 'updateShipment')).toHaveLength(1);
});
