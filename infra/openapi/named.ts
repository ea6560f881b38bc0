import * as z from 'zod/mini';
import { Entry } from '../../lib/audit/schema.ts';
import { Availability, OpeningHours } from '../../lib/availability/schema.ts';
import { Key } from '../../lib/key/schema.ts';
import { Legal } from '../../lib/legal/schema.ts';
import { Customer, Line, Order, Payment, Shipment } from '../../lib/order/schema.ts';
import { Product } from '../../lib/product/schema.ts';
import { routes } from '../../lib/routes.ts';
import { Rate, Rates } from '../../lib/shipping/schema.ts';
import { Permissions, Tenant, User } from '../../lib/tenant/schema.ts';
import { Address } from '../../lib/values/address.ts';
import { Delivery, Webhook } from '../../lib/webhook/schema.ts';

/** The schemas that the document names and shares. */
export const named = z.registry<{ id: string; description: string }>();

export const nameSchema = (id: string, schema: z.core.$ZodType, description: string) =>
  named.add(schema as z.ZodMiniType, { id, description });

/** What stands inside a list, or beside null. */
const inside = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = schema._zod.def as { element?: z.core.$ZodType; innerType?: z.core.$ZodType };
  const inner = def.element ?? def.innerType;
  return inner ? inside(inner) : schema;
};

const schemas: Record<string, [z.core.$ZodType, string]> = {
  Address: [Address, 'A postal address; null where nothing was given.'],
  AuditEntry: [Entry, 'One change that a platform key has made: the fields that changed, before and after.'],
  Availability: [Availability, 'Whether the store takes new orders, and why.'],
  Customer: [Customer, 'Who has ordered; null where nothing was given.'],
  DashboardUser: [User, 'Profile of a dashboard user.'],
  Delivery: [Delivery, 'One event on its way to a webhook, with its latest attempts.'],
  DeliveryAttempt: [inside(Delivery.shape.attempts), 'One attempt at a delivery.'],
  DroppedRate: [inside(Rates.shape.dropped), 'A rate of the answer that was left out, and why.'],
  Key: [Key, 'A management key. Its text is shown once, when it is issued.'],
  Legal: [Legal, "The store's legal information; null where nothing is set."],
  Line: [Line, 'One line of an order.'],
  OpeningDays: [OpeningHours.shape.days, 'The opening hours of each day of the week. A day that is missing is closed.'],
  OpeningHours: [OpeningHours, 'When the store is open, in its own time zone. A day that is missing is closed.'],
  Order: [Order, 'An order with its lines, payments and shipments.'],
  Payment: [Payment, 'A payment, or a refund with a negative total. It never changes once recorded.'],
  Permissions: [Permissions, 'Dashboard permission flags, one for each area.'],
  Product: [Product, 'A product; its stock is null where it is not counted.'],
  Rate: [Rate, 'A way of shipping and its price.'],
  Rates: [Rates, 'Shipping rates, where they come from, and which ones of the answer were left out.'],
  Shipment: [Shipment, 'A shipment of an order.'],
  ShipmentLine: [inside(Shipment.shape.lines), 'How many of a product are in a shipment.'],
  Shipping: [inside(Order.shape.shipping), 'The way an order is shipped, and its price.'],
  Stock: [inside(Product.shape.stock), 'How many there are of a product.'],
  Tenant: [Tenant, 'A store account.'],
  Webhook: [Webhook, 'A webhook and how its receiver is doing.'],
  WebhookHealth: [Webhook.shape.health, 'How the receiver of a webhook has been lately.'],
};
for (const [id, [schema, description]] of Object.entries(schemas)) nameSchema(id, schema, description);

/** What belongs to an operation, a webhook or a code is named after it: `PlaceOrder` is the body of `placeOrder`. */
export const nameOf = (id: string) => id.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What several of them hold. */
const parts: Record<string, [string, string]> = {
  address: ['AddressInput', 'A postal address to be kept.'],
  shipping_address: ['AddressInput', 'A postal address to be kept.'],
  destination: ['AddressInput', 'A postal address to be kept.'],
  permissions: ['PermissionsInput', 'Some of the dashboard permission flags.'],
  'createUser.permissions': ['NewPermissions', 'Dashboard permission flags; those that are not given are false.'],
};

for (const { id, summary, body } of routes) {
  if (!body) continue;
  nameSchema(nameOf(id), body, `${summary}: what is sent.`);
  for (const [field, schema] of Object.entries(body.shape)) {
    const [name, description] = parts[`${id}.${field}`] ?? parts[field] ?? [];
    if (name && description) nameSchema(name, inside(schema as z.core.$ZodType), description);
  }
}
