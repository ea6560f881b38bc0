import type { PlatformClient } from '../../../lib/client/client.ts';
import { command, Misuse } from './command.ts';
import { table } from './table.ts';
import { tenantTold } from './tenants.ts';

type Plan = Parameters<PlatformClient['setStorePlan']>[0]['override_plan'];
type FrontEnd = Parameters<PlatformClient['setStoreFront']>[0]['front_end'];

const plan = command({
  words: 'plan',
  takes: ['tenant', 'plan'],
  says: 'Sets the plan of a tenant: trial, plan1 to plan5, or none to remove the override',
  options: {},
  run: async ({ given: { tenant = '', plan }, platform }) => {
    const override_plan = (plan === 'none' ? null : plan) as Plan;
    return tenantTold(await (await platform()).setStorePlan({ tenant, override_plan }));
  },
});

const storeFront = command({
  words: 'store-front',
  takes: ['tenant', 'front-end'],
  says: "Sets a tenant's store front: flat or standard",
  options: {},
  run: async ({ given, platform }) => {
    const front_end = given['front-end'] as FrontEnd;
    return tenantTold(await (await platform()).setStoreFront({ tenant: given.tenant as string, front_end }));
  },
});

const domain = command({
  words: 'domain',
  takes: ['tenant', 'host'],
  says: "Links a host to a tenant's store; the former one becomes free",
  options: {
    'forward-www': { type: 'boolean', says: 'www.<host> leads there too; --no-forward-www ends that; as it was unless given' },
  },
  run: async ({ given: { tenant = '', host = '' }, values, platform }) =>
    tenantTold(await (await platform()).linkDomain({ tenant, host, forward_www: values['forward-www'] })),
});

const audit = command({
  words: 'audit',
  takes: [],
  says: 'Lists what platform keys have changed, newest first',
  options: {
    tenant: { type: 'string', says: 'only of one tenant, by name or id' },
    limit: { type: 'string', says: 'at most so many entries, 50 unless given' },
  },
  run: async ({ values: { tenant, limit = '50' }, platform }) => {
    if (!/^[1-9]\d*$/.test(limit)) throw new Misuse('--limit must be a whole number from 1');
    const most = Number(limit);
    const walk = (await platform()).audit({ tenant, limit: Math.min(most, 1000) });
    const entries = [];
    for await (const entry of walk) if (entries.push(entry) >= most) break;
    const rows = entries.map((one) => [one.time, one.operation, one.tenant, one.key, one.before, one.after]);
    return { data: entries, text: table(['time', 'operation', 'tenant', 'key', 'before', 'after'], rows) };
  },
});

export const settings = [plan, storeFront, domain, audit];
