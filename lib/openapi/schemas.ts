import * as z from 'zod/mini';
import { Address } from '../address.ts';
import { Entry } from '../audit/schema.ts';
import { Availability, OpeningHours } from '../availability/schema.ts';
import { Key } from '../key/schema.ts';
import { Legal } from '../legal/schema.ts';
import { Customer, Line, Order, Payment, Shipment } from '../order/schema.ts';
import { Product } from '../product/schema.ts';
import { Rate, Rates } from '../shipping/schema.ts';
import { Tenant } from '../tenant/schema.ts';
import { Permissions, User } from '../user/schema.ts';
import { Delivery, Webhook } from '../webhook/schema.ts';

/** The schemas that the document names and shares. */
const named = z.registry<{ id: string; description: string }>();
const add = (id: string, schema: z.ZodMiniType, description: string) => named.add(schema, { id, description });

add('Address', Address, 'A postal address; null where nothing was given.');
add('AuditEntry', Entry, 'One change that a platform key has made: the fields that changed, before and after.');
add('Availability', Availability, 'Whether the store takes new orders, and why.');
add('Customer', Customer, 'Who has ordered; null where nothing was given.');
add('DashboardUser', User, 'Profile of a dashboard user.');
add('Delivery', Delivery, 'One event on its way to a webhook, with its latest attempts.');
add('Key', Key, 'A management key. Its text is shown once, when it is issued.');
add('Legal', Legal, "The store's legal information; null where nothing is set.");
add('Line', Line, 'One line of an order.');
add('OpeningHours', OpeningHours, 'When the store is open, in its own time zone. A day that is missing is closed.');
add('Order', Order, 'An order with its lines, payments and shipments.');
add('Payment', Payment, 'A payment, or a refund with a negative total. It never changes once recorded.');
add('Permissions', Permissions, 'Dashboard permission flags, one for each area.');
add('Product', Product, 'A product; its stock is null where it is not counted.');
add('Rate', Rate, 'A way of shipping and its price.');
add('Rates', Rates, 'Shipping rates, where they come from, and which ones of the answer were left out.');
add('Shipment', Shipment, 'A shipment of an order.');
add('Tenant', Tenant, 'A store account.');
add('Webhook', Webhook, 'A webhook and how its receiver is doing.');

type Schema = Record<string, unknown> & { $defs?: Record<string, Schema>; properties?: Record<string, Schema> };

/** A schema as JSON Schema, with what it shares moved to `components` of the document. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', components: Record<string, unknown>): Schema {
  const json = z.toJSONSchema(schema, {
    io,
    metadata: named,
    override: ({ zodSchema, jsonSchema }) => describe(zodSchema, jsonSchema),
  });
  const { $schema, $defs = {}, ...rest } = refer(json) as Schema;
  for (const [name, { $schema: _, id, ...definition }] of Object.entries($defs)) components[name] = definition;
  return rest;
}

const moments = /^(created|updated|time|due|until|expires|target_delivery|last_success|last_failure)$/;

/** Says of an input what its own checks would say of a fault, and of an output which fields are times. */
function describe(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  const told = (schema._zod.def.checks ?? []).flatMap(({ _zod: { def } }) => {
    const message = def.error?.({ code: 'custom', input: '', path: [] } as never);
    return typeof message === 'string' && message.startsWith('must') ? [message] : [];
  });
  if (told.length > 0 && !json.description) json.description = `${told.join('; ')}.`.replace(/^m/, 'M');
  for (const [name, field] of Object.entries(json.properties ?? {})) {
    if (moments.test(name) && typeof field === 'object' && String(field.type).includes('string')) field.format ??= 'date-time';
  }
}

/** Definitions stand at the document's own place for them. */
const refer = (json: unknown) => JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
