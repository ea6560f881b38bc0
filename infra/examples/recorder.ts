import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEmbedded } from '../local/database.ts';
import { gatewayEvent } from '../local/event.ts';
import { createTable } from '../local/table.ts';

type Recorded = { title: string; params?: Record<string, string>; body?: unknown; payload: unknown };
type Asked = { params?: Record<string, string>; body?: unknown; title?: string };

const operations: Record<string, Recorded[]> = {};
const webhooks: Record<string, { body: unknown; answer: unknown }> = {};
export const recorded = { operations, webhooks };

const keys = { platform: '', management: '' };

/** Starts a service of its own, and a receiver whose answers are kept too. */
export async function startRecorder() {
  const database = await startEmbedded(undefined);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    TABLE_NAME: 'examples',
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOW_LOCAL: '1',
  });
  await createTable(database.endpoint, 'examples');
  const { issuePlatformKey } = await import('../../lib/key/data.ts');
  keys.platform = (await issuePlatformKey('examples', null, new Date())).secret;
  const receiver = await startReceiver();
  const stop = async () => {
    receiver.close();
    await database.stop();
  };
  return { local: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`, stop };
}

const answers: Record<string, object> = {
  'confirm-order': { authorized: true },
  'calculate-shipping-rates': {
    rates: [
      { id: 'standard', name: 'Standard', price: 4.9, min_days: 2, max_days: 4 },
      { id: 'drone', name: 'Drone', price: 19.999 },
    ],
  },
};

async function startReceiver() {
  const receiver = createServer(async (incoming, outgoing) => {
    const body = JSON.parse((await incoming.toArray()).join(''));
    const answer = answers[body.type];
    if (!body.test) webhooks[body.type] ??= { body, answer };
    outgoing.end(JSON.stringify(answer));
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  return receiver;
}

/** From now on the store's own calls are made with this key. */
export const use = (key: string) => {
  keys.management = key;
};

/** Calls an operation. Its first answer is kept, and every one that has a title. */
// biome-ignore lint/suspicious/noExplicitAny: an example is whatever was answered
export async function call(id: string, { params, body, title }: Asked = {}): Promise<any> {
  const { routes } = await import('../../lib/routes.ts');
  const route = routes.find((row) => row.id === id);
  if (!route) throw new Error(`no operation is called ${id}`);
  const url = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '');
  const headers = { 'X-API-KEY': keys[route.caller] };
  const sent = { method: route.method, url, headers, body: body === undefined ? '' : JSON.stringify(body) };
  const { load } = await import('../local/server.ts');
  const event = gatewayEvent({ ...sent, pathParameters: params ?? {} });
  const answer = await (await load(`${route.caller}/${id}`))(event, {});
  if (answer.statusCode >= 300) throw new Error(`${id}: ${answer.body}`);
  const { payload } = JSON.parse(answer.body);
  if (title || !operations[id])
    keep(id, { title: title ?? route.summary, ...(params && { params }), ...(body !== undefined && { body }), payload });
  return payload;
}

const keep = (id: string, example: Recorded) => {
  operations[id] = [...(operations[id] ?? []), example];
};
