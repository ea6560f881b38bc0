import { expect, test } from '@jest/globals';
import { days } from '../../lib/availability/inputs.ts';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';

const store = await aStore();

const put = (body: unknown) => call('putOpeningHours', { as: store.key, body });
const get = async ({ key }: Store) => (await call('getOpeningHours', { as: key })).payload;
const available = async ({ key }: Store) => (await call('getAvailability', { as: key })).payload;

const from = (from: string, to: string) => [{ from, to }];

test('a new store has no opening hours', async () => {
  const fresh = await aStore();
  expect(await get(fresh)).toEqual({ opening_hours: null });
});

test.each([
  { days: {} },
  { days: { mon: from('09:00', '18:00') } },
  { days: { fri: [...from('09:00', '12:00'), ...from('14:00', '24:00')], sat: from('20:00', '04:00'), sun: [] } },
  { days: Object.fromEntries(days.map((day) => [day, from('00:00', '00:00')])) },
  null,
])('stores %j unchanged', async (opening_hours) => {
  const { status, payload } = await put({ opening_hours });
  expect({ status, payload }).toEqual({ status: 200, payload: { opening_hours } });
  expect(await get(store)).toEqual({ opening_hours });
});

test('accepts the hours without the outer `opening_hours` field', async () => {
  const days = { mon: from('09:00', '18:00') };
  expect((await put({ days })).payload).toEqual({ opening_hours: { days } });
});

test("opening hours are in the tenant's time zone", async () => {
  const fresh = await aStore({ timezone: 'Asia/Tokyo' });
  const now = new Date(Date.now() + 9 * 3_600_000);
  const [today, tomorrow] = [days[(now.getUTCDay() + 6) % 7] as string, days[now.getUTCDay()] as string];
  const opens = now.toISOString().slice(11, 16);
  // Continue past midnight, in case the day ends during the test.
  const hours = { [today]: from(opens, '24:00'), [tomorrow]: from('00:00', '01:00') };
  await call('putOpeningHours', { as: fresh.key, body: { opening_hours: { days: hours } } });
  expect(await available(fresh)).toMatchObject({ available: true });
  await call('updateTenant', { as: platform, params: { id: fresh.tenant.id }, body: { timezone: 'America/Los_Angeles' } });
  expect(await available(fresh)).toMatchObject({ available: false });
});
