import { expect, test } from '@jest/globals';
import { finderOf } from '../../../apps/reference/site/browser/ranking.ts';
import { searchIndex } from '../../../apps/reference/site/searchIndex.ts';

const entries = searchIndex();
const find = finderOf(entries);
const urlsFor = (query: string) => find(query).map(({ url }) => url);

/** What a person types, and where they should end up. */
const expected: [string, string][] = [
  ['refund', 'createPayment'],
  ['refund two items', 'stores-day#refund-some-of-the-items'],
  ['balance', 'getOrders#response-orders-balance'],
  ['429', 'reliable-clients#handle-429'],
  ['412', 'errors#version_mismatch'],
  ['if-match', 'reliable-clients#versions'],
  ['if-none-match', 'putProduct'],
  ['idempotency', 'reliable-clients#idempotency-keys'],
  ['test webhook', 'webhooks#send-a-test-event'],
  ['verify signature', 'webhooks#a-receiver'],
  ['rotate secret', 'replaceWebhookSecret'],
  ['cancel order', 'updateOrder'],
  ['find customer', 'getOrders'],
  ['tracking number', 'updateShipment'],
  ['return', 'returnShipment'],
  ['/v1/management/user/', 'getUsers'],
  ['transaction_data', 'createPayment#body-transaction_data'],
  ['api key', 'issueOwnKey'],
  ['opening hours', 'getOpeningHours'],
  ['csv export', 'books'],
  ['sync', 'erp'],
  ['leaked key', 'security#if-a-key-leaks'],
  ['restore backup', 'restore'],
  ['quickstart', 'first-ten-minutes'],
  ['typescript', 'client'],
  ['custom domain', 'linkDomain'],
  ['pagination', '../docs#basics'],
  ['backup in another region', 'disaster#backups-in-another-account-or-region'],
  ['swagger', 'generate'],
  ['out of stock', 'errors#insufficient_stock'],
  ['cors', 'client#orders-from-a-browser'],
  ['set stock warehouse', 'erp#products-and-stock'],
  ['duplicate order', 'reliable-clients#idempotency-keys'],
  ['bank transfer', 'erp#payments-record-each-bank-transaction-once'],
  ['vat invoice', 'erp#invoices-and-credit-notes'],
  ['undo deployment', 'deploy#change-and-roll-back'],
  ['store leaves', 'operating#remove-a-store'],
  ['monthly bill', 'costs'],
  ['refnud', 'createPayment'],
  ['trakcing number', 'updateShipment'],
];

test.each(expected)('%s leads to %s among the first three results', (query, url) => {
  expect(urlsFor(query).slice(0, 3)).toContain(url);
});

test('for most searches, the first result is the right one', () => {
  const first = expected.filter(([query, url]) => urlsFor(query)[0] === url);
  expect(first.length / expected.length).toBeGreaterThan(0.8);
});

test('words that are not found together are searched one by one', () => {
  expect(urlsFor('refund xylophone')).toContain('createPayment');
  expect(urlsFor('xylophone')).toEqual([]);
  expect(urlsFor('  ')).toEqual([]);
});

test('every error code and operation can be found by its name', () => {
  for (const { title, kind } of entries) {
    if (kind === 'error' || kind === 'operation') expect([title, find(title)[0]?.title]).toEqual([title, title]);
  }
});
