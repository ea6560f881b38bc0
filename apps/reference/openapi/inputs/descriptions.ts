import * as order from './order.ts';
import * as product from './product.ts';
import * as settings from './settings.ts';
import * as shared from './shared.ts';
import * as tenant from './tenant.ts';

/** A description, or an object that adds to the field's JSON Schema. */
export type Field = string | ({ description: string } & Record<string, unknown>);

/**
 * The fields of input schemas, which are deployed and so cannot carry descriptions. Each schema describes its own fields;
 * `lines.sku` is a field of the objects in `lines`.
 */
export const inputs: Record<string, Record<string, Field>> = { ...order, ...product, ...settings, ...shared, ...tenant };

export function inputField(schema: string, field: string): { description?: string } & Record<string, unknown> {
  const found = inputs[schema]?.[field] ?? {};
  return typeof found === 'string' ? { description: found } : found;
}
