import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Example, Examples } from '../../apps/reference/openapi/examples.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import { routeOf } from '../../lib/routes.ts';
import { type OperationCall, responseTo } from '../local/callOperation.ts';
import { startDatabase } from '../local/localDatabase.ts';
import { useLocalDatabase } from '../local/localEnvironment.ts';
import { createTable } from '../local/localTable.ts';
import type { StoryCall } from '../smoke/story.ts';
import { makeRepeatable, setClock, setSeed } from './repeatable.ts';

export const recorded: Examples = { operations: {}, webhooks: {} };

const keys = { platform: '', management: '' };
const callCounts: Record<string, number> = {};

/** Starts an empty service and a webhook receiver. */
export async function startRecorder(start: string) {
  const database = await startDatabase(undefined);
  const table = 'examples';
  const settings = { TABLE_NAME: table, WEBHOOK_KEYS: 'the-key-of-the-examples', LOG_LEVEL: 'error', WEBHOOK_ALLOW_LOCAL: '1' };
  useLocalDatabase(database.endpoint, settings);
  await createTable(database.endpoint, table);
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
  'order-changed': {},
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

/** Calls an operation and records it if it is the operation's first call or has a title. */
async function call(id: string, { as, title, query, params = {}, body }: StoryCall = {}) {
  const response = await repeatable(id, { params, query, body }, as);
  const before = recorded.operations[id] ?? [];
  const example = { title: title ?? routeOf(id).summary, params, ...(body !== undefined && { body }), response };
  if (title || before.length === 0) recorded.operations[id] = [...before, example as Example];
  return response.payload;
}

export const recorder = {
  call,
  need: call,
  useKey(key: string) {
    keys.management = key;
  },
};

/** Calls an operation without recording it. */
export const send = async (id: string, request: OperationCall) => (await repeatable(id, request)).payload;

/** The response of an operation. Its random values do not depend on other operations. */
function repeatable(id: string, request: OperationCall, key = keys[routeOf(id).caller]) {
  callCounts[id] = (callCounts[id] ?? 0) + 1;
  setSeed(`${id} ${callCounts[id]}`);
  return responseTo(key, id, request);
}
