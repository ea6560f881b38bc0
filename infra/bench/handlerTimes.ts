import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { client } from '../../lib/db/client.ts';
import type { TenantId } from '../../lib/db/key.ts';
import { parseToken } from '../../lib/key/token.ts';
import { gatewayEvent, type Request } from '../local/event.ts';
import { load } from '../local/localServer.ts';
import { writeOrders } from './bulkOrders.ts';
import { quantile } from './localService.ts';

type Timed = { file: string } & Omit<Request, 'headers'>;
type Times = { ourUs: number; sdkUs: number };

const orders = '/v1/management/order/';

/** About 2 KB as stored. */
const order = {
  lines: Array.from({ length: 8 }, (_, i) => ({ sku: 'GIFT-CARD', name: `Gift card, design ${i}`, quantity: 1 + i })),
  customer: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', phone: '+4930555001' },
  shipping_address: { name: 'Ada Example', line1: 'Example Street 1', city: 'Berlin', postal_code: '10115', country: 'DE' },
  shipping: { name: 'Standard', price: 4.9 },
  note: 'Please ring twice.',
};

/** The time that our code and the SDK need for one request, without waiting for the database. Runs each this long. */
export async function timeHandlers(key: string, durationMs: number): Promise<Record<string, Times>> {
  const { tenant } = parseToken(key) as { tenant: TenantId };
  const created = new Date();
  await writeOrders(
    tenant,
    Array.from({ length: 1001 }, (_, i) => ({ number: 2001 + i, created })),
  );
  const placing = { file: 'placeOrder', method: 'POST', url: orders, body: JSON.stringify(order) };
  const { number } = JSON.parse((await answer(key, placing)).body).payload.orders;
  const one = { url: `${orders}${number}`, pathParameters: { number } };
  const timed: Record<string, Timed> = {
    'get order': { ...one, file: 'getOrder', method: 'GET' },
    'list 25 orders': { file: 'getOrders', method: 'GET', url: `${orders}?limit=25` },
    'list 1,000 orders': { file: 'getOrders', method: 'GET', url: `${orders}?limit=1000` },
    'place order': placing,
    pay: { ...one, file: 'createPayment', method: 'POST', url: `${one.url}/payment/`, body: '{"total":0.01}' },
  };
  repeatResponses();
  measureSdk();
  const times: Record<string, Times> = {};
  for (const [name, request] of Object.entries(timed)) times[name] = await time(key, request, durationMs);
  return times;
}

async function time(key: string, request: Timed, durationMs: number): Promise<Times> {
  const [ours, sdks]: [number[], number[]] = [[], []];
  for (const end = performance.now() + durationMs; performance.now() < end; ) {
    sdk.ms = 0;
    const { ms } = await answer(key, request);
    ours.push(ms - sdk.ms);
    sdks.push(sdk.ms);
  }
  return { ourUs: 1000 * quantile(ours, 0.5), sdkUs: 1000 * quantile(sdks, 0.5) };
}

async function answer(key: string, { file, ...request }: Timed) {
  const handler = await load(`management/${file}`);
  const event = gatewayEvent({ ...request, headers: { 'X-API-KEY': key } });
  const begun = performance.now();
  const { statusCode, body } = await handler(event);
  const ms = performance.now() - begun;
  if (statusCode >= 300) throw new Error(`${file} returned ${statusCode}: ${body}`);
  return { ms, body };
}

/** Reads that the database has answered once, and writes of a kind that it has answered once, get the same response again. */
function repeatResponses(): void {
  const { requestHandler } = client.config;
  const call = requestHandler.handle.bind(requestHandler);
  const responses = new Map<string, { statusCode: number; headers: Record<string, string>; bytes: Buffer }>();
  requestHandler.handle = async (request, options) => {
    const command = `${request.headers['x-amz-target']}`;
    const name = /Get|Query/.test(command) ? command + new TextDecoder().decode(request.body) : command;
    let response = responses.get(name);
    if (!response) {
      const { statusCode, headers, body } = (await call(request, options)).response;
      response = { statusCode, headers, bytes: await buffer(body) };
      responses.set(name, response);
    }
    const { bytes, ...rest } = response;
    return { response: { ...rest, body: Readable.from([bytes]) } as never };
  };
}

const sdk = { ms: 0, running: 0, since: 0 };

/** Adds up the time during which the SDK works on at least one command. */
function measureSdk(): void {
  const send = DynamoDBDocumentClient.prototype.send as (command: never) => Promise<unknown>;
  DynamoDBDocumentClient.prototype.send = async function (this: DynamoDBDocumentClient, command: never) {
    if (sdk.running++ === 0) sdk.since = performance.now();
    try {
      return await send.call(this, command);
    } finally {
      if (--sdk.running === 0) sdk.ms += performance.now() - sdk.since;
    }
  } as never;
}
