import type { Command } from './command.ts';
import { eraseCustomer } from './customers.ts';
import { exportPayments, exportPlaced } from './exports.ts';
import { exportTenant } from './exportTenant.ts';
import { keys } from './keys.ts';
import { importPayments } from './payments.ts';
import { importProducts, listProducts } from './products.ts';
import { showReport } from './report.ts';
import { settings } from './settings.ts';
import { importShipments } from './shipments.ts';
import { stock } from './stock.ts';
import { syncOrders } from './sync.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const commands: readonly Command[] = [
  ...tenants,
  exportTenant,
  ...keys,
  ...settings,
  listProducts,
  importProducts,
  ...stock,
  ...users,
  exportPlaced,
  exportPayments,
  importPayments,
  eraseCustomer,
  importShipments,
  showReport,
  syncOrders,
  ...webhooks,
];
