import { expect, test } from '@jest/globals';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aTenant, platform, uniqueName } from '../support/actors.ts';
import { type Answer, call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { silenceLog } from '../support/faultCells.ts';
import { conflicts } from '../support/faultKinds.ts';
import { type FaultPlan, interruptReads, withFaults } from '../support/injectFault.ts';
import { keysOf } from '../support/keys.ts';

silenceLog();
const clocks = holdClocks();

const update = (id: string, body: object) => call('updateTenant', { as: platform, params: { id }, body });
const read = async (id: string) => (await call('getTenant', { as: platform, params: { id } })).payload.tenant as Tenant;

test('a change by a name that another tenant takes in the meantime never reaches the former one', async () => {
  const [one, two] = [await aTenant(), await aTenant()];
  const { name } = one;
  const handOver = (former: Tenant, successor: Tenant) => async () => {
    await update(former.id, { name: uniqueName() });
    await update(successor.id, { name });
  };
  const changed = await interruptReads(() => update(name, { country: 'FR' }), handOver(one, two));
  expect(changed).toMatchObject({ status: 200, payload: { tenant: { id: two.id, country: 'FR' } } });
  expect(await read(one.id)).toMatchObject({ country: 'DE', version: 2 });
  const issued = await interruptReads(() => call('issueKey', { as: platform, params: { id: name } }), handOver(two, one));
  expect(issued.status).toBe(404);
  expect([await keysOf(one.id), await keysOf(two.id)]).toEqual([[], []]);
});

test('a write that keeps losing races fails with 503 after a limited number of attempts and changes nothing', async () => {
  const tenant = await aTenant();
  const { id, name } = tenant;
  const plan: FaultPlan = { command: 'TransactWriteItems', nth: 'every', fault: conflicts };
  const sends: [number, () => Promise<Answer>][] = [
    [6, () => update(id, { country: 'FR' })],
    [12, () => call('issueKey', { as: platform, params: { id }, headers: { 'Idempotency-Key': uniqueName() } })],
    [6, () => call('linkDomain', { as: platform, body: { tenant: name, host: `${name}.example.com` } })],
  ];
  for (const [attempts, send] of sends) {
    const { result, injected } = await withFaults([plan], send);
    expect([result.status, injected]).toEqual([503, attempts]);
    // For a second, the next one would give up sooner.
    clocks.advance(2);
  }
  expect(await read(id)).toEqual(tenant);
});

const link = (tenant: string, host: string, forward_www?: boolean) =>
  call('linkDomain', { as: platform, body: { tenant, host, forward_www } });

test('a link succeeds if another tenant takes a www host that it no longer needs', async () => {
  const [mine, theirs] = [await aTenant(), await aTenant()];
  const [old, host] = [`${uniqueName()}.example.com`, `${uniqueName()}.example.com`];
  await link(mine.id, old, true);
  const others = async () => {
    expect((await link(mine.id, old, false)).status).toBe(200);
    expect((await link(theirs.id, `www.${host}`)).status).toBe(200);
  };
  const answer = await interruptReads(() => link(mine.id, host), others);
  expect(answer).toMatchObject({ status: 200, payload: { tenant: { store_host: host, forward_www: false } } });
});
