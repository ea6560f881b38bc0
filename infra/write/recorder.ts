import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Examples } from '../../apps/reference/openapi/examples.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import { routes } from '../../lib/routes.ts';
import { gatewayEvent } from '../local/event.ts';
import { startDatabase } from '../local/localDatabase.ts';
import { load } from '../local/localServer.ts';
import { createTable } from '../local/localTable.ts';
import { pathParameters } from '../smoke/pathParameters.ts';
import { makeRepeatable, setClock, setSeed } from './repeatable.ts';

type Request = { params?: Record<string, string>; body?: object };

export const recorded: Examples = { operations: {}, webhooks: {} };

const keys = { platform: '', management: '' };
const callCounts: Record<string, number> = {};

/** Starts an empty service and a webhook receiver. */
export async function startRecorder(start: string) {
  const database = await startDatabase(undefined);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = database.endpoint;
  await createTable(database.endpoint, process.env.TABLE_NAME as string);
  makeRepeatable();
  setClock(start);
  keys.platform = (await issuePlatformKey({ label: 'examples', expires: null }, 'examples', new Date())).secret;
  const receiver = await startReceiver();
  const stop = async () => {
    receiver.close();
    await database.stop();
  };
  return { receiverUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`, stop };
}

const responses: Record<string, object> = {
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
    const response = responses[body.type];
    if (!body.test && response) recorded.webhooks[body.type] ??= { body, response };
    setClock(Date.now() + 120);
    outgoing.end(JSON.stringify(response));
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  return receiver;
}

/** Makes the following management calls with this key. */
export const useKey = (key: string) => {
  keys.management = key;
};

/** Calls an operation and records it if it is the operation's first call or has a title. */
export async function call(id: string, { title, ...request }: Request & { title?: string } = {}) {
  const response = await responseTo(id, request);
  const before = recorded.operations[id] ?? [];
  const example = { title: title ?? routeOf(id).summary, params: {}, ...request, response };
  if (title || before.length === 0) recorded.operations[id] = [...before, example];
  return response.payload;
}

/** Calls an operation without recording it. */
export const send = async (id: string, request: Request) => (await responseTo(id, request)).payload;

/** The response of an operation. Its random values do not depend on other operations. */
// biome-ignore lint/suspicious/noExplicitAny: payloads differ by operation
async function responseTo(id: string, { params, body }: Request): Promise<any> {
  const route = routeOf(id);
  callCounts[id] = (callCounts[id] ?? 0) + 1;
  setSeed(`${id} ${callCounts[id]}`);
  const url = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '');
  const headers = { 'X-API-KEY': keys[route.caller] };
  const text = body === undefined ? '' : JSON.stringify(body);
  const event = gatewayEvent({ method: route.method, url, headers, body: text, pathParameters: params ?? {} });
  const response = await (await load(`${route.caller}/${id}`))(event, {});
  if (response.statusCode >= 300) throw new Error(`${id}: ${response.body}`);
  return JSON.parse(response.body);
}

/** Calls each GET without an example. `ids` has an ID for each resource of a path. */
export async function callOtherReads(ids: Record<string, string>) {
  for (const { id, method, path } of routes) {
    const params = pathParameters(path, ids);
    if (method === 'GET' && !recorded.operations[id] && params) await call(id, path.includes('{') ? { params } : {});
  }
}

function routeOf(id: string) {
  const route = routes.find((row) => row.id === id);
  if (!route) throw new Error(`There is no operation ${id}.`);
  return route;
}
