import type { Entry } from '../../lib/audit/schema.ts';
import { plans } from '../../lib/quota/quotas.ts';
import { frontEnds } from '../../lib/tenant/inputs.ts';
import type { PlatformClient } from '../client/client.ts';
import { platformCommand } from './command.ts';
import { tenantText } from './tenants.ts';
import { listOf } from './textTable.ts';

type Filters = Parameters<PlatformClient['audit']>[0];

/** The newest entries. A page has at most 1,000. */
async function newestEntries(platform: PlatformClient, filters: Filters, count: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of platform.audit({ ...filters, limit: Math.min(count, 1000) })) {
    if (entries.push(entry) >= count) break;
  }
  return entries;
}

export const settings = [
  platformCommand({
    name: 'plan',
    args: { tenant: {}, plan: { values: [...plans, 'none'] } },
    summary: "Overrides a tenant's plan: trial, plan1 to plan5, or none to remove the override",
    examples: ['plan tea-house plan2', 'plan tea-house none'],
    call: (platform, { tenant, plan }) => platform.setStorePlan({ tenant, override_plan: plan === 'none' ? null : plan }),
    print: tenantText,
  }),
  platformCommand({
    name: 'store-front',
    args: { tenant: {}, front_end: { values: frontEnds } },
    summary: "Sets a tenant's store front: flat or standard",
    examples: ['store-front tea-house flat', 'store-front tea-house standard'],
    call: (platform, input) => platform.setStoreFront(input),
    print: tenantText,
  }),
  platformCommand({
    name: 'domain',
    args: { tenant: {}, host: {} },
    summary: "Links a host to a tenant's store and frees the previous one; to unlink the current one, give none as the host",
    examples: ['domain tea-house shop.example.com --forward-www', 'domain tea-house none'],
    options: {
      forward_www: { type: 'boolean', summary: 'forward www.<host> too; --no-forward-www stops that; unchanged by default' },
    },
    call: (platform, { host, ...input }) => platform.linkDomain({ ...input, host: host === 'none' ? null : host }),
    print: tenantText,
  }),
  platformCommand({
    name: 'audit',
    summary:
      'Lists changes made with platform keys and by commands, or all changes to one tenant except those to orders, newest first',
    examples: ['audit --limit 10', 'audit --tenant tea-house --from 2026-10-01T00:00:00Z', 'audit --operation issueKey --json'],
    options: {
      tenant: {
        type: 'string',
        summary: "all changes to this tenant (name or ID), also with its own keys; those to orders are in each order's history",
      },
      operation: { type: 'string', summary: 'only changes by this operation, such as issueKey' },
      key: { type: 'string', summary: 'only changes made with the key that has this ID' },
      from: { type: 'string', summary: 'only changes at or after this time, such as 2026-10-01T00:00:00Z' },
      to: { type: 'string', summary: 'only changes at or before this time' },
      limit: { type: 'integer', least: 1, summary: 'the maximum number of entries; 50 by default' },
    },
    call: (platform, { limit = 50, ...filters }) => newestEntries(platform, filters, limit),
    print: listOf<Entry>([
      'time',
      'operation',
      ['tenant', ({ tenant, tenant_name }) => tenant_name ?? tenant],
      ['key', ({ key, key_label }) => key_label ?? key],
      'actor',
      'address',
      'before',
      'after',
    ]),
  }),
];
