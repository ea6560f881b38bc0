import type { PlatformClient } from '../client/client.ts';
import { command, UsageError } from './command.ts';
import { tenantOutput } from './tenants.ts';
import { table } from './textTable.ts';

type Plan = Parameters<PlatformClient['setStorePlan']>[0]['override_plan'];
type FrontEnd = Parameters<PlatformClient['setStoreFront']>[0]['front_end'];

const plan = command({
  name: 'plan',
  args: ['tenant', 'plan'],
  values: { plan: ['trial', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5', 'none'] },
  summary: "Overrides a tenant's plan: trial, plan1 to plan5, or none to remove the override",
  examples: ['plan tea-house plan2', 'plan tea-house none'],
  options: {},
  run: async ({ args: { tenant = '', plan }, platform }) => {
    const override_plan = (plan === 'none' ? null : plan) as Plan;
    return tenantOutput(await (await platform()).setStorePlan({ tenant, override_plan }));
  },
});

const storeFront = command({
  name: 'store-front',
  args: ['tenant', 'front-end'],
  values: { 'front-end': ['flat', 'standard'] },
  summary: "Sets a tenant's store front: flat or standard",
  examples: ['store-front tea-house flat', 'store-front tea-house standard'],
  options: {},
  run: async ({ args, platform }) => {
    const front_end = args['front-end'] as FrontEnd;
    return tenantOutput(await (await platform()).setStoreFront({ tenant: args.tenant as string, front_end }));
  },
});

const domain = command({
  name: 'domain',
  args: ['tenant', 'host'],
  summary: "Links a host to a tenant's store and frees the previous one; to unlink the current one, give none as the host",
  examples: ['domain tea-house shop.example.com --forward-www', 'domain tea-house none'],
  options: {
    'forward-www': { type: 'boolean', summary: 'forward www.<host> too; --no-forward-www stops that; unchanged by default' },
  },
  run: async ({ args: { tenant = '', host = '' }, options, platform }) =>
    tenantOutput(
      await (await platform()).linkDomain({ tenant, host: host === 'none' ? null : host, forward_www: options['forward-www'] }),
    ),
});

const audit = command({
  name: 'audit',
  args: [],
  summary: 'Lists changes made with platform keys and by commands, or all changes to one tenant, newest first',
  examples: ['audit --limit 10', 'audit --tenant tea-house --from 2026-10-01T00:00:00Z', 'audit --operation issueKey --json'],
  options: {
    tenant: { type: 'string', summary: 'all changes to this tenant (name or ID), including those made with its own keys' },
    operation: { type: 'string', summary: 'only changes by this operation, such as issueKey' },
    key: { type: 'string', summary: 'only changes made with the key with this ID' },
    from: { type: 'string', summary: 'only changes at or after this time, such as 2026-10-01T00:00:00Z' },
    to: { type: 'string', summary: 'only changes at or before this time' },
    limit: { type: 'string', summary: 'the maximum number of entries; 50 by default' },
  },
  run: async ({ options: { limit = '50', ...filters }, platform }) => {
    if (!/^[1-9]\d*$/.test(limit)) throw new UsageError(`--limit must be a whole number of at least 1, not "${limit}".`);
    const count = Number(limit);
    const walk = (await platform()).audit({ ...filters, limit: Math.min(count, 1000) });
    const entries = [];
    for await (const entry of walk) if (entries.push(entry) >= count) break;
    const rows = entries.map(({ time, operation, tenant, tenant_name, key, key_label, actor, address, before, after }) => [
      time,
      operation,
      tenant_name ?? tenant,
      key_label ?? key,
      actor,
      address,
      before,
      after,
    ]);
    return { data: entries, text: table(['time', 'operation', 'tenant', 'key', 'actor', 'address', 'before', 'after'], rows) };
  },
});

export const settings = [plan, storeFront, domain, audit];
