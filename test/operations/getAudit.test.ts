import { describe, expect, test } from '@jest/globals';
import type { Entry } from '../../lib/audit/schema.ts';
import { aTenant, platform, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { auditOf, byLink, pages, walk } from '../support/walk.ts';

const update = (id: string, body: object) => call('updateTenant', { as: platform, params: { id }, body });

test('an entry contains who made the change, when, from where and by which request', async () => {
  const tenant = await aTenant();
  const start = new Date().toISOString();
  const { headers } = await call('updateTenant', {
    as: platform,
    params: { id: tenant.id },
    body: { country: 'FR' },
    headers: { 'X-Actor': 'usr-7', 'User-Agent': 'console/1.0' },
  });
  const end = new Date().toISOString();
  const [entry] = (await auditOf(tenant.id)) as [Entry];
  expect(entry).toEqual({
    id: expect.stringMatching(/^aud_[0-9a-z]{26}$/),
    time: expect.stringMatching(/Z$/),
    key: expect.stringMatching(/^key_[0-9a-z]{26}$/),
    key_label: expect.any(String),
    actor: 'usr-7',
    address: expect.stringMatching(/127\.0\.0\.1$/),
    user_agent: 'console/1.0',
    request_id: headers['x-request-id'],
    tenant: tenant.id,
    tenant_name: tenant.name,
    operation: 'updateTenant',
    before: { country: 'DE' },
    after: { country: 'FR' },
  });
  expect(entry.time >= start && entry.time <= end).toBe(true);
});

describe('the filter `tenant`', () => {
  test('accepts an id or a name and lists that tenant’s entries, newest first', async () => {
    const [mine, other] = [await aTenant(), await aTenant()];
    for (const country of ['FR', 'ES', 'IT']) await update(mine.id, { country });
    await update(other.id, { country: 'FR' });
    const byId = await auditOf(mine.id);
    expect(byId.map(({ after }) => after.country)).toEqual(['IT', 'ES', 'FR', 'DE']);
    expect(await auditOf(mine.name)).toEqual(byId);
    const list = (limit: string) => ({ as: platform, query: { tenant: mine.name, limit } });
    expect(await walk('getAudit', list('1'))).toEqual(byId);
    expect(await walk('getAudit', list('3'), byLink)).toEqual(byId);
  });

  test('returns 404 for an unknown name', async () => {
    const query = { tenant: uniqueName('nobody') };
    expect(await call('getAudit', { as: platform, query })).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('still works after a rename, because the cursor contains the tenant', async () => {
    const { id, name } = await aTenant();
    for (const country of ['FR', 'ES', 'IT']) await update(id, { country });
    const seen: string[] = [];
    for await (const { status, payload } of pages('getAudit', { as: platform, query: { tenant: name, limit: '1' } })) {
      expect(status).toBe(200);
      seen.push(...payload.entries.map(({ after }: Entry) => after.country));
      if (seen.length === 2) await update(id, { name: uniqueName() });
    }
    expect(seen).toEqual(['IT', 'ES', 'FR', 'DE']);
  });
});
