import { describe, expect, test } from '@jest/globals';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { passingTime } from '../support/clocks.ts';

const time = passingTime();

const store = await aStore();

const get = async ({ key }: Store) => (await call('getAvailability', { as: key })).payload;
const override = ({ key }: Store, body?: unknown, query?: Record<string, string>) =>
  call('overrideAvailability', { as: key, body, ...(query && { query }) });
const subscribe = ({ tenant }: Store, subscribed: string) =>
  call('updateTenant', { as: platform, params: { id: tenant.id }, body: { subscribed } });
const closeAllDay = ({ key }: Store) => call('putOpeningHours', { as: key, body: { opening_hours: { days: {} } } });

const open = { available: true, automatic: true, override: null, until: null, reason: 'open' };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test('availability follows the subscription and the opening hours unless it is overridden', async () => {
  const fresh = await aStore();
  const closed = { ...open, available: false, automatic: false };
  await closeAllDay(fresh);
  expect(await get(fresh)).toEqual({ ...closed, reason: 'outside_opening_hours' });
  await subscribe(fresh, 'expired');
  expect(await get(fresh)).toEqual({ ...closed, reason: 'subscription_expired' });
  const { status, payload } = await override(fresh, { available: true });
  expect([status, payload]).toEqual([200, { ...closed, available: true, override: true, reason: 'override' }]);
  expect(await get(fresh)).toEqual(payload);
  await subscribe(fresh, 'active');
  await call('putOpeningHours', { as: fresh.key, body: { opening_hours: null } });
  expect(await get(fresh)).toEqual({ ...open, override: true, reason: 'override' });
  const shut = { ...open, available: false, override: false, reason: 'override' };
  expect((await override(fresh, { available: false })).payload).toEqual(shut);
  expect((await override(fresh, { available: null })).payload).toEqual(open);
});

test('an override changes neither the tenant nor another tenant', async () => {
  const [fresh, other] = [await aStore(), await aStore()];
  await override(fresh, { available: false });
  expect((await call('getOwnTenant', { as: fresh.key })).payload.tenant).toEqual(fresh.tenant);
  expect(await get(other)).toEqual(open);
  await subscribe(fresh, 'expired');
  expect(await get(fresh)).toMatchObject({ override: false, automatic: false });
});

describe('an override with an end', () => {
  test('applies until then', async () => {
    const until = new Date(Date.now() + 5000).toISOString();
    const expected = { ...open, available: false, override: false, until, reason: 'override' };
    expect((await override(store, { available: false, until })).payload).toEqual(expected);
    expect(await get(store)).toEqual(expected);
    await time.pass(5);
    expect(await get(store)).toEqual(open);
  });

  test('may use any time zone and is cleared by the next override', async () => {
    const { payload } = await override(store, { available: true, until: '2099-01-01T01:00:00+01:00' });
    expect(payload.until).toBe('2099-01-01T00:00:00.000Z');
    expect((await override(store, { available: false })).payload.until).toBeNull();
    expect((await override(store, { available: true, until: null })).payload.until).toBeNull();
    expect((await override(store, { available: null, until: null })).payload).toEqual(open);
  });
});

describe('an override in the query', () => {
  test.each([
    ['true', { override: true, reason: 'override' }],
    ['false', { available: false, override: false, reason: 'override' }],
    ['null', {}],
  ])('may be %s', async (available, expected) => {
    for (const body of [undefined, {}]) {
      expect((await override(store, body, { available })).payload).toEqual({ ...open, ...expected });
    }
  });

  test('may have its end in the query or in the body, or the same values in both', async () => {
    const until = inAnHour();
    expect((await override(store, undefined, { available: 'false', until })).payload).toMatchObject({ override: false, until });
    expect((await override(store, { until }, { available: 'true' })).payload).toMatchObject({ override: true, until });
    const twice = await override(store, { available: false, until }, { available: 'false', until });
    expect(twice.payload).toMatchObject({ override: false, until });
    expect((await override(store, { available: null })).payload).toEqual(open);
  });

  test.each<[string, unknown, Record<string, string>]>([
    ['available', undefined, {}],
    ['available', { until: '2099-01-01T00:00:00Z' }, {}],
    ['until', { available: null, until: '2099-01-01T00:00:00Z' }, {}],
    ['available', { available: true }, { available: 'false' }],
    ['until', { available: true, until: '2099-01-01T00:00:00Z' }, { until: '2098-01-01T00:00:00Z' }],
  ])('rejects %s in the body %j with the query %j', async (field, body, query) => {
    expect(await override(store, body, query)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(await get(store)).toEqual(open);
  });
});
