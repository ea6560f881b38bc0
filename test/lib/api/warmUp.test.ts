import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { warmed } from '../../../infra/bundle/warmed.ts';
import { load } from '../../../infra/local/localServer.ts';
import type { Handler } from '../../../lib/api/call.ts';
import { ignoringClock, warmUp } from '../../../lib/api/warmUp.ts';
import { databaseClient } from '../../../lib/db/client.ts';
import { find } from '../../../lib/db/read.ts';
import { secretsItem } from '../../../lib/key/checksumSecrets.ts';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { itemsOf } from '../../support/database.ts';
import { anOrder, getOrder } from '../../support/orders.ts';
import { recordLog } from '../../support/recordLog.ts';

type Sent = { headers: Record<string, string>; body: Uint8Array };

const { requestHandler } = databaseClient().config;
const send = requestHandler.handle.bind(requestHandler);
/** The tests share a machine with others. */
const patienceMs = 30_000;
const lines = recordLog();
let sent: { command: string | undefined; keys: string[] }[];

/** Records what is sent to the database, below all of the SDK. */
const spy = () =>
  jest.spyOn(requestHandler, 'handle').mockImplementation((request, options) => {
    const { headers, body } = request as unknown as Sent;
    const keys = new TextDecoder().decode(body).match(/T#[\w]+/g) ?? [];
    sent.push({ command: headers['x-amz-target']?.split('.')[1], keys });
    return send(request, options);
  });

const routeOf = (file: string) => warmed.get(file) as Parameters<typeof warmUp>[1];

beforeEach(() => {
  sent = [];
});

test('the clock keeps a function warm without a call of the database and without a log line', async () => {
  const handler = ignoringClock(await load('management/getOrder'));
  spy();
  expect(await handler({ keep_warm: true } as never, undefined as never)).toEqual({ statusCode: 204, body: '' });
  expect([sent, lines]).toEqual([[], []]);
});

describe('warming up', () => {
  test.each([...warmed])('%s makes two reads and logs nothing', async (file, route) => {
    spy();
    await warmUp(await load(file), route, patienceMs);
    const command = route.caller === 'management' ? 'BatchGetItem' : 'GetItem';
    const read = { command, keys: ['T#WARM'] };
    expect(sent).toEqual([read, read]);
    expect(lines).toEqual([]);
  });

  test('leaves nothing in the database', async () => {
    const secrets = await find(...secretsItem);
    for (const [file, route] of warmed) await warmUp(await load(file), route, patienceMs);
    expect(await itemsOf({ tenant: { id: `ten_${'0'.repeat(26)}` } })).toEqual([]);
    expect(await itemsOf({ tenant: { id: 'WARM' } })).toEqual([secrets]);
  });

  test.each([
    ['a read to its end', 'management/getOrder', 200],
    ['a list to its end', 'management/getOrders', 200],
    ['a write up to its validation', 'management/placeOrder', 400],
    ['a test of the key', 'platform/testKey', 200],
    ['a list of the platform', 'platform/getTenants', 200],
  ])('rehearses %s twice', async (_, file, status) => {
    const handler = await load(file);
    const statuses: number[] = [];
    const observed: Handler = async (event, context) => {
      const answer = await handler(event, context);
      statuses.push(answer.statusCode);
      return answer;
    };
    await warmUp(observed, routeOf(file), patienceMs);
    expect(statuses).toEqual([status, status]);
  });

  test('leaves the real secrets of keys for the first request, not those of the rehearsals', async () => {
    const { key } = await aStore();
    const route = routeOf('management/getOwnTenant');
    await warmUp(await load('management/getOwnTenant'), route, patienceMs);
    spy();
    expect((await call('getOwnTenant', { as: key })).status).toBe(200);
    expect(sent.filter(({ keys }) => keys.includes('T#WARM'))).toEqual([]);
  });

  test('is logged once if the database fails, and requests still work', async () => {
    jest.spyOn(requestHandler, 'handle').mockRejectedValue(Object.assign(new Error('no'), { name: 'AccessDenied' }));
    await warmUp(await load('management/getOrder'), routeOf('management/getOrder'));
    expect(lines).toEqual([{ level: 'warn', time: expect.any(String), message: 'could not warm up', cause: 'no' }]);
    jest.restoreAllMocks();
    const store = await aStore();
    const { number } = await anOrder(store);
    expect((await getOrder(store, number)).status).toBe(200);
  });

  test('ends no earlier than its rehearsals, even if the database fails', async () => {
    jest.spyOn(requestHandler, 'handle').mockRejectedValue(Object.assign(new Error('no'), { name: 'AccessDenied' }));
    const handler = await load('management/getOrder');
    let running = 0;
    const observed: Handler = async (event, context) => {
      running += 1;
      await new Promise((done) => setTimeout(done, 20));
      return handler(event, context).finally(() => {
        running -= 1;
      });
    };
    await warmUp(observed, routeOf('management/getOrder'), patienceMs);
    expect(running).toBe(0);
  });

  test('is logged if a rehearsal fails', async () => {
    const broken: Handler = async () => {
      throw new Error('broken');
    };
    await warmUp(broken, routeOf('management/getOrder'), patienceMs);
    expect(lines).toMatchObject([{ message: 'could not warm up', cause: 'broken' }]);
  });

  test('gives up if the database does not respond', async () => {
    jest.spyOn(requestHandler, 'handle').mockReturnValue(new Promise(() => {}));
    await warmUp(await load('management/getOrder'), routeOf('management/getOrder'), 1);
    expect(lines.map(({ cause }) => cause)).toEqual(['no response within 1 ms']);
  });
});
