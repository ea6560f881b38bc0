import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { aBookkeeper } from '../../support/books.ts';
import { aFaultyServer, answeringAfterEffect, type Fault, pass } from '../../support/faultyServer.ts';
import { tempFile } from '../../support/imports.ts';

const email = 'ada@example.com';
const known = { customer: { first_name: 'Ada', email }, note: 'Ring twice' };
const nothing = { customer: null, note: null };

/** A store with orders of one customer and one of another, and a list that does not exist yet. */
async function aStoreOfAda(orders: number) {
  const books = await aBookkeeper();
  const numbers: string[] = [];
  for (let i = 0; i < orders; i++) numbers.push((await books.place(10, known)).number);
  const other = await books.place(10, { customer: { email: `${'x'.repeat(60)}ada@example.com` } });
  const list = `${tempFile('')}.erased.csv`;
  const customers = async () =>
    (await Promise.all(numbers.map((number) => books.store.getOrder({ number })))).filter(({ customer }) => customer);
  const lines = () => readFileSync(list, 'utf8').trim().split('\n');
  return { books, numbers, other, list, customers, lines, newestFirst: numbers.toReversed() };
}

const erase = (list: string, address = email) => ['customer', 'erase', '--email', address, '--list', list];

test('erases a customer from all of their orders, and lists these', async () => {
  const { books, numbers, other, list, lines, newestFirst } = await aStoreOfAda(3);
  const report = await books.opsJson(erase(list, 'ADA@example.com'));
  expect(report).toEqual({ list, orders: newestFirst, missing: [], resumed_after: 0 });
  for (const number of numbers) expect(await books.store.getOrder({ number })).toMatchObject(nothing);
  expect((await books.store.getOrder({ number: other.number })).customer).not.toBeNull();
  expect(lines()).toEqual(['tenant,order', ...newestFirst.map((number) => `${books.tenant.id},${number}`)]);
  expect(readdirSync(dirname(list)).filter((file) => file.endsWith('.progress'))).toEqual([]);
});

test('the list is run again after a restore, and takes further orders and stores', async () => {
  const { books, numbers, list, lines, customers } = await aStoreOfAda(2);
  const another = await aStoreOfAda(1);
  await another.books.ops(erase(list));
  await books.ops(erase(list));
  const { number } = await books.place(10, known);
  expect((await books.ops(erase(list))).stdout).toBe(`Customer erased from 1 order. The list is ${list}.\n`);
  expect(lines()).toHaveLength(5);
  // As a restore would, this brings the customer back.
  for (const each of numbers) await books.store.updateOrder({ number: each, customer: known.customer });
  expect(await books.opsJson(['customer', 'erase', '--list', list])).toMatchObject({
    orders: [...numbers.toReversed(), number],
  });
  expect(await customers()).toEqual([]);
});

test.each([
  ['tenant;order', (tenant: string, number: string) => `${tenant};${number}`],
  ['"order"\t"tenant"', (tenant: string, number: string) => `${number}\t${tenant}`],
])('a list that was edited by hand, with the line %s, keeps its lines, and takes further ones', async (head, lineOf) => {
  const { books, numbers, list, lines, customers } = await aStoreOfAda(2);
  const edited = [head, ...numbers.map((number) => lineOf(books.tenant.id, number))];
  writeFileSync(list, edited.slice(0, 2).join('\n'));
  expect((await books.ops(['customer', 'erase', '--list', list])).stdout).toMatch(/^Customer erased from 1 order\./);
  expect(await books.opsJson(erase(list, ` ${email} `))).toMatchObject({ orders: [numbers[1]] });
  expect(lines()).toEqual(edited);
  expect(await customers()).toEqual([]);
});

test('a wrong line of the list and an incomplete address are rejected, and nothing is erased', async () => {
  const { books, list, customers } = await aStoreOfAda(1);
  const line = /^Line 2 of \S+ must have the ID of a tenant and the number of an order\. Correct it first\.\n$/;
  for (const wrong of [`${books.tenant.id},1001${books.tenant.id}`, books.tenant.id, ',1001']) {
    writeFileSync(list, `tenant,order\n${wrong}\n`);
    for (const words of [['customer', 'erase', '--list', list], erase(list)]) {
      expect(await books.ops(words)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(line) });
    }
  }
  for (const part of ['ada', '@example.com', 'ada@']) {
    expect(await books.ops(erase(list, part))).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--email must be a /) });
  }
  expect(await customers()).toHaveLength(1);
});

test('an order of the list that the store does not have is named', async () => {
  const { books } = await aStoreOfAda(0);
  const list = tempFile(`tenant,order\n${books.tenant.id},9999\n`, 'erased.csv');
  const { code, stdout } = await books.ops(['customer', 'erase', '--list', list]);
  expect([code, stdout]).toEqual([0, `Not found in the store: 9999.\nCustomer erased from 0 orders. The list is ${list}.\n`]);
  expect((await books.ops(['customer', 'erase', '--list', `${list}.absent`])).stderr).toMatch(/^Cannot read /);
});

test('continues after an interruption, also with an order that search no longer finds', async () => {
  const { books, numbers, list, customers, lines } = await aStoreOfAda(20);
  // The first orders are erased, but the command does not learn of it.
  const server = await aFaultyServer(pass, pass, pass, ...Array<Fault>(20).fill(answeringAfterEffect(401)));
  const stopped = await books.ops(erase(list), server.url);
  expect(stopped).toMatchObject({ code: 1, stdout: '' });
  expect(stopped.stderr).toMatch(/Stopped after \d+ of 20 orders\. Run the same command again to continue\.\n$/);
  expect(lines()).toHaveLength(21);
  await books.ops(erase(list, 'alan@example.com'));
  const report = await books.opsJson(erase(list));
  expect(report.orders.length + report.resumed_after).toBe(20);
  expect(numbers).toEqual(expect.arrayContaining(report.orders));
  expect(await customers()).toEqual([]);
  expect(lines()).toHaveLength(21);
});
