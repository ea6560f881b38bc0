import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../../lib/api/errors.ts';
import type { Call, Caller } from './caller.ts';
import type { Results } from './results.ts';
import { inTenMinutes, lines, owner, type StoryStore } from './story.ts';

type Reject = (code: ErrorCode, id: string, call?: Call) => Promise<void>;

/** Provokes every error that a caller can provoke with a few requests, in a store with a second user. Returns the codes. */
export async function provokeErrors(
  caller: Caller,
  results: Results,
  platformKey: string,
  store: StoryStore,
  { other, user }: { other: StoryStore; user: string },
) {
  const provoked = new Set<ErrorCode>();
  const reject: Reject = async (code, id, call) => {
    provoked.add(code);
    results.note('errors');
    await caller.call(id, { ...call, code });
  };
  await rejectRequests(caller, reject);
  await reject('unauthorized', 'getTenants', { as: store.secret });
  await reject('unauthorized', 'getOrders', { as: platformKey });
  const tenant = { name: store.name, country: 'DE', timezone: 'Europe/Berlin', owner };
  await reject('name_taken', 'createTenant', { body: tenant });
  await reject('host_taken', 'linkDomain', { body: { tenant: other.name, host: hostOf(store) } });
  await rejectUsers(caller, reject, store, user);
  await rejectSuspended(caller, reject, other);
  await rejectOrders(caller, reject);
  await rejectPayments(caller, reject);
  await rejectShipments(caller, reject);
  await rejectFollowers(caller, reject);
  return provoked;
}

export const hostOf = ({ name }: Pick<StoryStore, 'name'>) => `${name}.example.com`;

/** Errors of the request itself. */
async function rejectRequests({ need }: Caller, reject: Reject): Promise<void> {
  await reject('invalid_request', 'placeOrder', { body: {} });
  await reject('invalid_request', 'getOrders', { query: { colour: 'blue' } });
  await reject('not_found', 'getOrder', { params: { number: '999999999999' } });
  await reject('payload_too_large', 'placeOrder', { body: { note: 'x'.repeat(300_000) } });
  const plain = { 'Content-Type': 'text/plain' };
  await reject('unsupported_media_type', 'placeOrder', { body: 'one tea', headers: plain });
  const key = { 'Idempotency-Key': randomUUID() };
  const { orders } = await need('placeOrder', { body: { lines: lines(1) }, headers: key });
  await reject('idempotency_key_reused', 'placeOrder', { body: { lines: lines(2) }, headers: key });
  const outdated = { 'If-Match': '"99"' };
  await reject('version_mismatch', 'updateOrder', {
    params: { number: orders.number },
    body: { visible: false },
    headers: outdated,
  });
  const limited = { label: 'smoke', scopes: ['products:read'], expires: inTenMinutes() };
  const { secret } = await need('issueOwnKey', { body: limited });
  await reject('insufficient_scope', 'getOrders', { as: secret });
}

async function rejectFollowers({ call }: Caller, reject: Reject): Promise<void> {
  const names = [1, 2, 3, 4, 5].map((i) => `order-changed-${i}`);
  const body = { url: 'https://receiver.invalid/hooks' };
  for (const name of names) await call('changeWebhook', { params: { name }, body });
  await reject('too_many_webhooks', 'changeWebhook', { params: { name: 'order-changed' }, body });
  for (const name of names) await call('changeWebhook', { params: { name }, body: { url: null } });
}

async function rejectUsers({ call }: Caller, reject: Reject, store: StoryStore, user: string): Promise<void> {
  const ofOwner = { params: { id: store.owner } };
  await reject('owner_permissions', 'updateUser', { ...ofOwner, body: { permissions: { orders: false } } });
  await reject('owner_required', 'updateUser', { ...ofOwner, body: { active: false } });
  await reject('email_taken', 'createUser', { body: owner });
  await call('updateUser', { params: { id: user }, body: { active: false } });
  await reject('user_inactive', 'issueStaffKey', { params: { id: user } });
  await reject('owner_inactive', 'updateTenant', { params: { id: store.tenant }, body: { owner: user } });
}

/** A key that the platform issues to a suspended tenant can only read. */
async function rejectSuspended({ call, need }: Caller, reject: Reject, { tenant }: StoryStore): Promise<void> {
  const params = { id: tenant };
  await call('updateTenant', { params, body: { suspended: true } });
  const { secret } = await need('issueKey', { params, body: { expires: inTenMinutes() } });
  await reject('tenant_suspended', 'calculateRates', { as: secret, body: {} });
  await call('updateTenant', { params, body: { suspended: false } });
}

async function rejectOrders({ call }: Caller, reject: Reject): Promise<void> {
  await reject('insufficient_stock', 'placeOrder', { body: { lines: lines(1_000_000) } });
  const old = { sku: 'OLD' };
  await call('putProduct', { params: old, status: 201, body: { name: 'Old tea', price: 1, stock: null } });
  await call('updateProduct', { params: old, body: { archived: true } });
  const createOnly = { 'If-None-Match': '*' };
  await reject('already_exists', 'putProduct', {
    params: old,
    body: { name: 'Tea', price: 1, stock: 1 },
    headers: createOnly,
  });
  await reject('product_archived', 'placeOrder', { body: { lines: [{ ...old, quantity: 1 }] } });
  await call('overrideAvailability', { body: { available: false } });
  await reject('store_unavailable', 'placeOrder', { body: { lines: lines(1) } });
  await call('overrideAvailability', { body: { available: true } });
}

async function rejectPayments({ call, need }: Caller, reject: Reject): Promise<void> {
  const { orders } = await need('placeOrder', { body: { lines: lines(1) } });
  const order = { params: { number: orders.number } };
  const refund = (body: object): Call => ({ ...order, body: { method: 'refund', ...body } });
  await reject('payment_exceeds_balance', 'createPayment', { ...order, body: { total: 9 } });
  await reject('credit_exceeds_balance', 'createCredit', { ...order, body: { amount: 9 } });
  await reject('cancellation_exceeds_ready', 'cancelPart', { ...order, body: { lines: [{ line: 0, quantity: 9 }] } });
  await reject('nothing_to_refund', 'createPayment', refund({}));
  const { payment } = await need('createPayment', { ...order, body: { total: 3 } });
  await call('createPayment', order);
  await reject('order_settled', 'createPayment', order);
  await reject('refund_exceeds_paid', 'createPayment', refund({ total: -9 }));
  await reject('refund_exceeds_payment', 'createPayment', refund({ total: -4, payment: payment.id }));
  await reject('refund_exceeds_lines', 'createPayment', refund({ lines: [{ line: 0, quantity: 2 }] }));
  await call('updateOrder', { ...order, body: { cancelled: true, restock: true } });
  await reject('order_cancelled', 'createPayment', { ...order, body: { total: 1 } });
}

async function rejectShipments({ call, need }: Caller, reject: Reject): Promise<void> {
  const { orders } = await need('placeOrder', { body: { lines: lines(2) } });
  const order = { params: { number: orders.number } };
  const id = orders.shipments[0].id as string;
  const shipment = { params: { ...order.params, id } };
  await reject('order_not_authorized', 'updateShipment', { ...shipment, body: { state: 'shipped' } });
  await call('updateOrder', { ...order, body: { authorized: true } });
  await reject('shipment_exceeded', 'splitShipment', { ...order, body: { from: id, lines: lines(3) } });
  await reject('shipment_ready', 'returnShipment', shipment);
  await call('updateShipment', { ...shipment, body: { state: 'shipped' } });
  await reject('shipment_sent', 'splitShipment', { ...order, body: { from: id, lines: lines(1) } });
  await reject('order_shipped', 'updateOrder', { ...order, body: { shipping_address: { city: 'Vienna', country: 'AT' } } });
  await reject('return_exceeds_sent', 'returnShipment', { ...shipment, body: { lines: lines(3) } });
  await call('returnShipment', shipment);
  await reject('shipment_returned', 'updateShipment', { ...shipment, body: { state: 'ready' } });
}
