import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../../lib/api/errors.ts';
import type { Call, Caller } from './caller.ts';
import type { Results } from './results.ts';
import { lines, owner, type Store } from './store.ts';

type Reject = (code: ErrorCode, id: string, call: Call) => Promise<void>;

/** Provokes every error that a caller can provoke with a few requests. Returns the codes. */
export async function provokeErrors(
  caller: Caller,
  results: Results,
  platform: string,
  store: Store,
  other: Store,
  user: string,
) {
  const provoked = new Set<ErrorCode>();
  const reject: Reject = async (code, id, call) => {
    provoked.add(code);
    results.note('errors');
    await caller.call(id, { ...call, code });
  };
  await rejectRequests(caller, reject, store);
  await rejectTenants(reject, platform, store, other);
  await rejectUsers(caller, reject, platform, store, user);
  await rejectOrders(caller, reject, store);
  await rejectPayments(caller, reject, store);
  await rejectShipments(caller, reject, store);
  return provoked;
}

/** Errors of the request itself. */
async function rejectRequests({ need }: Caller, reject: Reject, { as }: Store): Promise<void> {
  await reject('invalid_request', 'placeOrder', { ...as, body: {} });
  await reject('invalid_request', 'getOrders', { ...as, query: { colour: 'blue' } });
  await reject('not_found', 'getOrder', { ...as, params: { number: '999999999999' } });
  await reject('payload_too_large', 'placeOrder', { ...as, body: { note: 'x'.repeat(300_000) } });
  const plain = { 'Content-Type': 'text/plain' };
  await reject('unsupported_media_type', 'placeOrder', { ...as, body: 'one tea', headers: plain });
  const key = { 'Idempotency-Key': randomUUID() };
  const { orders } = await need('placeOrder', { ...as, body: { lines: lines(1) }, headers: key });
  await reject('idempotency_key_reused', 'placeOrder', { ...as, body: { lines: lines(2) }, headers: key });
  const outdated = { 'If-Match': '"99"' };
  await reject('version_mismatch', 'updateOrder', {
    ...as,
    params: { number: orders.number },
    body: { visible: false },
    headers: outdated,
  });
  const { secret } = await need('issueOwnKey', { ...as, body: { label: 'smoke', scopes: ['products:read'] } });
  await reject('insufficient_scope', 'getOrders', { as: secret });
  await reject('unauthorized', 'getTenants', as);
}

async function rejectTenants(reject: Reject, as: string, store: Store, other: Store): Promise<void> {
  const body = { name: store.name, country: 'DE', timezone: 'Europe/Berlin', owner };
  await reject('name_taken', 'createTenant', { as, body });
  await reject('host_taken', 'linkDomain', { as, body: { tenant: other.name, host: store.host } });
  await reject('unauthorized', 'getOrders', { as });
}

async function rejectUsers(caller: Caller, reject: Reject, platform: string, store: Store, user: string): Promise<void> {
  const { as, params } = store;
  const ofOwner = { ...as, params: { id: store.owner } };
  await reject('owner_permissions', 'updateUser', { ...ofOwner, body: { permissions: { orders: false } } });
  await reject('owner_required', 'updateUser', { ...ofOwner, body: { active: false } });
  await reject('email_taken', 'createUser', { ...as, body: owner });
  await caller.call('updateUser', { ...as, params: { id: user }, body: { active: false } });
  await reject('owner_inactive', 'updateTenant', { as: platform, params, body: { owner: user } });
}

async function rejectOrders({ call }: Caller, reject: Reject, { as }: Store): Promise<void> {
  await reject('insufficient_stock', 'placeOrder', { ...as, body: { lines: lines(1_000_000) } });
  const old = { sku: 'OLD' };
  await call('putProduct', { ...as, params: old, status: 201, body: { name: 'Old tea', price: 1, stock: null } });
  await call('updateProduct', { ...as, params: old, body: { archived: true } });
  const createOnly = { 'If-None-Match': '*' };
  await reject('already_exists', 'putProduct', {
    ...as,
    params: old,
    body: { name: 'Tea', price: 1, stock: 1 },
    headers: createOnly,
  });
  await reject('product_archived', 'placeOrder', { ...as, body: { lines: [{ ...old, quantity: 1 }] } });
  await call('overrideAvailability', { ...as, body: { available: false } });
  await reject('store_unavailable', 'placeOrder', { ...as, body: { lines: lines(1) } });
  await call('overrideAvailability', { ...as, body: { available: true } });
}

async function rejectPayments({ call, need }: Caller, reject: Reject, { as }: Store): Promise<void> {
  const { orders } = await need('placeOrder', { ...as, body: { lines: lines(1) } });
  const order = { ...as, params: { number: orders.number } };
  const refund = (body: object): Call => ({ ...order, body: { method: 'refund', ...body } });
  await reject('payment_exceeds_balance', 'createPayment', { ...order, body: { total: 9 } });
  await reject('credit_exceeds_balance', 'createCredit', { ...order, body: { amount: 9 } });
  await reject('nothing_to_refund', 'createPayment', refund({}));
  const { payment } = await need('createPayment', { ...order, body: { total: 3 } });
  await call('createPayment', { ...order, body: { total: 5 } });
  await reject('order_settled', 'createPayment', order);
  await reject('refund_exceeds_paid', 'createPayment', refund({ total: -9 }));
  await reject('refund_exceeds_payment', 'createPayment', refund({ total: -4, payment: payment.id }));
  await reject('refund_exceeds_lines', 'createPayment', refund({ lines: [{ line: 0, quantity: 2 }] }));
  await call('updateOrder', { ...order, body: { cancelled: true, restock: true } });
  await reject('order_cancelled', 'createPayment', { ...order, body: { total: 1 } });
}

async function rejectShipments({ call, need }: Caller, reject: Reject, { as }: Store): Promise<void> {
  const { orders } = await need('placeOrder', { ...as, body: { lines: lines(2) } });
  const order = { ...as, params: { number: orders.number } };
  const id = orders.shipments[0].id as string;
  const shipment = { ...as, params: { ...order.params, id } };
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
