import type { Command } from './command.ts';
import { customers } from './customers.ts';
import { exports } from './exports.ts';
import { exportTenant } from './exportTenant.ts';
import { keys } from './keys.ts';
import { payments } from './payments.ts';
import { products } from './products.ts';
import { reports } from './report.ts';
import { settings } from './settings.ts';
import { shipments } from './shipments.ts';
import { stock } from './stock.ts';
import { syncs } from './sync.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const commands: readonly Command[] = [
  ...tenants,
  exportTenant,
  ...keys,
  ...settings,
  ...products,
  ...stock,
  ...users,
  ...exports,
  ...payments,
  ...customers,
  ...shipments,
  ...reports,
  ...syncs,
  ...webhooks,
];
