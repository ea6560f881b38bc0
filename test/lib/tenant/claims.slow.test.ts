import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Tenant } from '../../../lib/tenant/schema.ts';
import { newTenant, platform } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { itemsWhere } from '../../support/database.ts';
import { ownTable } from '../../support/ownTable.ts';
import { seed } from '../../support/sample.ts';
import { auditOf } from '../../support/walk.ts';

await ownTable();

const count = 1000;
const run = `run${Number(seed).toString(36)}`;

// Few names and hosts, so that nearly every step conflicts with a claim. With `www`, so that forwarding conflicts too.
const name = fc.nat(24).map((n) => `${run}-${n}`);
const host = fc.tuple(fc.constantFrom('', 'www.', 'www.www.'), fc.nat(8)).map(([www, n]) => `${www}h${n}.${run}.example`);
const who = fc.nat();
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('create' as const), name }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('rename' as const), who, name, byName: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('relink' as const), who, host, forward_www: fc.option(fc.boolean()) }),
  },
);

const steps = () =>
  fc.sample(fc.array(step, { minLength: count, maxLength: count }), { seed: Number(seed), numRuns: 1 })[0] as Step[];
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const ids: string[] = [];

const pick = (n: number) => ids[n % ids.length] as string;
const read = async (id: string): Promise<Tenant> => (await call('getTenant', { as: platform, params: { id } })).payload.tenant;

async function sendStep(step: Step): Promise<number> {
  const options = { as: platform };
  if (step.kind === 'create') {
    const { status, payload } = await call('createTenant', { ...options, body: newTenant({ name: step.name }) });
    if (status === 201) ids.push(payload.tenant.id);
    return status;
  }
  const id = pick(step.who);
  if (step.kind === 'rename') {
    const params = { id: step.byName ? (await read(id)).name : id };
    return (await call('updateTenant', { ...options, params, body: { name: step.name } })).status;
  }
  const { host, forward_www } = step;
  return (await call('linkDomain', { ...options, body: { tenant: id, host, ...(forward_www !== null && { forward_www }) } }))
    .status;
}

const claimsOf = ({ id, name, store_host, forward_www }: Tenant) => [
  `NAME#${name} ${id}`,
  ...(store_host ? [`HOST#${store_host} ${id}`] : []),
  ...(store_host && forward_www ? [`HOST#www.${store_host} ${id}`] : []),
];

test(`after a thousand steps, each claim belongs to the tenant with that name or host (SEED=${seed})`, async () => {
  await sendStep({ kind: 'create', name: `${run}-first` });
  const more = Array.from({ length: Math.ceil(count / 50) }, (_, i) => ({ kind: 'create' as const, name: `${run}-more-${i}` }));
  const all = [...more, ...steps()];
  const statuses: Record<number, number> = {};
  for (let i = 0; i < all.length; i += 8) {
    for (const status of await Promise.all(all.slice(i, i + 8).map(sendStep))) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  // A rename returns 404 if the tenant was renamed in the meantime.
  expect(Object.keys(statuses).filter((status) => !['200', '201', '404', '409'].includes(status))).toEqual([]);
  for (const status of [200, 201, 409]) expect(statuses[status]).toBeGreaterThan(count / 100);

  const tenants = await Promise.all(ids.map(read));
  const found = await itemsWhere('sk = :claim', { ':claim': 'CLAIM' });
  const claims = found.map(({ pk, tenant }) => `${pk} ${tenant}`);
  expect(claims.sort()).toEqual(tenants.flatMap(claimsOf).sort());

  for (const { id, version } of tenants) expect(await auditOf(id)).toHaveLength(version);
  const made = await itemsWhere('sk = :tenant', { ':tenant': 'TENANT' });
  expect(made).toHaveLength(ids.length);
});
