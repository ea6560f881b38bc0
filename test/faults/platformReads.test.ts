import { describe, expect, test } from '@jest/globals';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aTenant, platform, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks, within } from '../support/clocks.ts';
import { silenceLog } from '../support/faultCells.ts';
import { conflicts } from '../support/faultKinds.ts';
import { afterReply, type FaultPlan, interruptReads, recordCalls, staleRead, withFaults } from '../support/injectFault.ts';
import { auditOf } from '../support/walk.ts';

silenceLog();
holdClocks();

const update = (id: string, body: object) => call('updateTenant', { as: platform, params: { id }, body });
const read = async (id: string) => (await call('getTenant', { as: platform, params: { id } })).payload.tenant as Tenant;

/** The first read checks the key again. */
describe('a first read that is stale', () => {
  test('makes a change retry and loses no update', async () => {
    const { id } = await aTenant();
    const { reads } = await recordCalls(() => read(id));
    await update(id, { country: 'FR' });
    const plan: FaultPlan = { command: 'GetItem', nth: 2, fault: staleRead(reads) };
    const { result, injected } = await withFaults([plan], () => update(id, { timezone: 'UTC' }));
    expect(injected).toBe(1);
    expect(result).toMatchObject({ status: 200, payload: { tenant: { country: 'FR', timezone: 'UTC', version: 3 } } });
    expect((await auditOf(id))[0]).toMatchObject({
      before: { timezone: 'Europe/Berlin' },
      after: { timezone: 'UTC' },
    });
  });

  test('of a name never changes the tenant that had it before', async () => {
    const [former, successor] = [await aTenant(), await aTenant()];
    const { name } = former;
    const { reads } = await recordCalls(() => read(name));
    await update(former.id, { name: uniqueName() });
    await update(successor.id, { name });
    const before = await read(former.id);
    const plan: FaultPlan = { command: 'GetItem', nth: 2, fault: staleRead(reads) };
    const changed = await withFaults([plan], () => update(name, { country: 'FR' }));
    expect(changed.result).toMatchObject({ status: 200, payload: { tenant: { id: successor.id, country: 'FR' } } });
    const issued = await withFaults([plan], () => call('issueKey', { as: platform, params: { id: name } }));
    expect(issued.result.status).toBe(404);
    expect([changed.injected, issued.injected]).toEqual([1, 1]);
    expect(await read(former.id)).toEqual(before);
    expect((await call('getKeys', { as: platform, params: { id: former.id } })).payload.keys).toEqual([]);
  });
});

describe('a rename between the read and the write of a change', () => {
  test('fails the change if it uses the old name', async () => {
    const { id, name } = await aTenant();
    const rename = afterReply(() => update(id, { name: uniqueName() }));
    const { result } = await withFaults([{ command: 'GetItem', nth: 2, fault: rename }], () => update(name, { country: 'FR' }));
    expect(result).toMatchObject({ status: 404, code: 'not_found' });
    expect(await read(id)).toMatchObject({ country: 'DE', version: 2 });
  });

  test('does not affect the change if it uses the id', async () => {
    const { id } = await aTenant();
    const name = uniqueName();
    const rename = afterReply(() => update(id, { name }));
    const { result } = await withFaults([{ command: 'GetItem', fault: rename }], () => update(id, { country: 'FR' }));
    expect(result).toMatchObject({ status: 200, payload: { tenant: { name, country: 'FR', version: 3 } } });
  });
});

test('a write that keeps losing races fails with 503 within five seconds and changes nothing', async () => {
  const tenant = await aTenant();
  const { id, name } = tenant;
  const plan: FaultPlan = { command: 'TransactWriteItems', nth: 'every', fault: conflicts };
  const answers = await within(
    5000,
    Promise.all([
      withFaults([plan], () => update(id, { country: 'FR' })),
      withFaults([plan], () =>
        call('issueKey', { as: platform, params: { id }, headers: { 'Idempotency-Key': uniqueName() } }),
      ),
      withFaults([plan], () => call('linkDomain', { as: platform, body: { tenant: name, host: `${name}.example.com` } })),
    ]),
  );
  expect(answers.map(({ result }) => result.status)).toEqual([503, 503, 503]);
  for (const { injected } of answers) expect(injected).toBeGreaterThan(5);
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
