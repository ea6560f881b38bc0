import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routes } from '../../lib/routes.ts';
import { gatewayEvent } from '../local/event.ts';
import { startQueue } from '../local/queue.ts';
import { load } from '../local/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: each operation has its own payload
type Payload = any;

type Answer = { status: number; code: string | undefined; payload: Payload };
type Options = { params?: Record<string, string>; body?: object; idempotencyKey?: string };

export type Store = { tenant: string; key: string; orders: Placed[]; revocable: { id: string; secret: string }[] };
type Placed = { number: string; shipment: string };

/** An effect that the service acknowledged. `name` is unique and stored with it, so that it can be counted later. */
export type Effect = {
  kind: 'order' | 'payment' | 'stock adjustment' | 'revocation';
  name: string;
  step: number;
  /** The number of the order. */
  order?: string;
  secret?: string;
  /** Sends the same request again, with its idempotency key. */
  repeat: () => Promise<Answer>;
};

/** Calls an operation through its handler. */
export async function send(key: string, id: string, { params = {}, body, idempotencyKey }: Options = {}): Promise<Answer> {
  const route = routes.find((route) => route.id === id);
  if (!route) throw new Error(`There is no operation ${id}.`);
  const headers = {
    'X-API-KEY': key,
    'Content-Type': 'application/json',
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
  };
  const text = body && JSON.stringify(body);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const request = { method: route.method, url: path, headers, pathParameters: params, ...(text && { body: text }) };
  const { statusCode: status, body: answer } = await (await load(`${route.caller}/${id}`))(gatewayEvent(request), {});
  const { code, payload } = JSON.parse(answer);
  return { status, code, payload };
}

/** The same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Stores with products, whose webhooks are received and counted by event. */
export async function openStores(count: number) {
  const received = new Map<string, number>();
  const receiver = createServer((incoming, outgoing) => {
    const id = String(incoming.headers['webhook-id']);
    received.set(id, (received.get(id) ?? 0) + 1);
    incoming.resume().on('end', () => outgoing.writeHead(200).end('{}'));
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const messages: string[] = [];
  const queue = await startQueue(({ MessageBody }) => messages.push(MessageBody));
  const { issuePlatformKey } = await import('../../lib/key/platformKeys.ts');
  const { secret: platform } = await issuePlatformKey({ label: 'rehearsal', expires: null }, 'rehearsal', new Date());
  const stores: Store[] = [];
  for (let i = 0; i < count; i++) stores.push(await openStore(platform, `rehearsal-${i}`, url));
  return {
    stores,
    received,
    /** Delivers what is in the queue. */
    async deliver() {
      const { handler } = await import('../../functions/webhook/deliver.ts');
      for (const body of messages.splice(0)) await handler({ Records: [{ body }] } as never);
    },
    close() {
      queue.close();
      receiver.close().closeAllConnections();
    },
  };
}

async function openStore(platform: string, name: string, url: string): Promise<Store> {
  const owner = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone: '+4915112345678' };
  const body = { name, country: 'DE', timezone: 'Europe/Berlin', owner };
  const tenant: string = (await send(platform, 'createTenant', { body })).payload.tenant.id;
  const key: string = (await send(platform, 'issueKey', { params: { id: tenant } })).payload.secret;
  await send(key, 'putProduct', { params: { sku: 'TEA' }, body: { name: 'Tea', price: 10, stock: 500 } });
  await send(key, 'putProduct', { params: { sku: 'CUP' }, body: { name: 'Cup', price: 5, stock: 300 } });
  await send(key, 'changeWebhook', { params: { name: 'confirm-order' }, body: { url } });
  return { tenant, key, orders: [], revocable: [] };
}

/** Sends one random request of a store. Returns its effect, if the service acknowledged one. */
export async function sendOne(store: Store, random: () => number, step: number): Promise<Effect | undefined> {
  const whole = (max: number) => Math.floor(random() * max);
  const kind = random();
  const placed = store.orders[whole(store.orders.length)];
  if (kind < 0.35 || !placed) return place(store, step, { TEA: 1 + whole(3), CUP: whole(3) });
  if (kind < 0.65) return pay(store, placed, step, { total: 1 + whole(5) });
  if (kind < 0.72) return pay(store, placed, step, { method: 'refund', total: -1 });
  if (kind < 0.8) return adjust(store, step, 1 + whole(9));
  if (kind < 0.86) return revoke(store, step);
  const params = { number: placed.number, id: placed.shipment };
  if (kind < 0.94) await send(store.key, 'updateShipment', { params, body: { state: random() < 0.7 ? 'shipped' : 'ready' } });
  else await send(store.key, 'updateOrder', { params, body: { cancelled: true, restock: true } });
  return undefined;
}

async function place(store: Store, step: number, units: Record<string, number>): Promise<Effect | undefined> {
  const name = `${store.tenant}-order-${step}`;
  const lines = Object.entries(units).flatMap(([sku, quantity]) => (quantity > 0 ? [{ sku, quantity }] : []));
  const body = { lines, note: name, authorized: true };
  const repeat = () => send(store.key, 'placeOrder', { body, idempotencyKey: name });
  const { status, payload } = await repeat();
  if (status !== 201) return undefined;
  const { number, shipments } = payload.orders;
  store.orders.push({ number, shipment: shipments[0].id });
  return { kind: 'order', name, step, order: number, repeat };
}

async function pay(store: Store, { number }: Placed, step: number, given: object): Promise<Effect | undefined> {
  const name = `${store.tenant}-payment-${step}`;
  const body = { ...given, transaction_data: { name } };
  const repeat = () => send(store.key, 'createPayment', { params: { number }, body, idempotencyKey: name });
  const { status } = await repeat();
  return status === 201 ? { kind: 'payment', name, step, order: number, repeat } : undefined;
}

async function adjust(store: Store, step: number, units: number): Promise<Effect> {
  const name = `${store.tenant}-adjustment-${step}`;
  const body = { adjust: units, reason: name };
  const repeat = () => send(store.key, 'adjustStock', { params: { sku: 'TEA' }, body, idempotencyKey: name });
  await repeat();
  return { kind: 'stock adjustment', name, step, repeat };
}

/** Revokes a key that was issued earlier and issues another. Keys are used only at the end, since used ones are cached. */
async function revoke(store: Store, step: number): Promise<Effect | undefined> {
  const { payload } = await send(store.key, 'issueOwnKey', { body: { label: `step ${step}` } });
  store.revocable.push({ id: payload.key.id, secret: payload.secret });
  if (store.revocable.length < 2) return undefined;
  const { id, secret } = store.revocable.shift() as Store['revocable'][number];
  const repeat = () => send(store.key, 'revokeOwnKey', { params: { key_id: id } });
  await repeat();
  return { kind: 'revocation', name: id, step, secret, repeat };
}
