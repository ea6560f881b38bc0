import * as z from 'zod/mini';
import { Entry } from '../../../lib/audit/schema.ts';
import { Availability, OpeningHours } from '../../../lib/availability/schema.ts';
import { Key, PlatformKey } from '../../../lib/key/schema.ts';
import { Legal } from '../../../lib/legal/schema.ts';
import { Customer, Line, Order, Payment, Shipment } from '../../../lib/order/schema.ts';
import { Product } from '../../../lib/product/schema.ts';
import { routes } from '../../../lib/routes.ts';
import { Rate, Rates } from '../../../lib/shipping/schema.ts';
import { Tenant } from '../../../lib/tenant/schema.ts';
import { Permissions, User } from '../../../lib/user/schema.ts';
import { Address } from '../../../lib/values/address.ts';
import { time } from '../../../lib/values/answer.ts';
import { Delivery, Webhook } from '../../../lib/webhook/schema.ts';

/** The schemas that are components of the document. */
export const named = z.registry<{ id: string; description: string }>();

export const nameSchema = (id: string, schema: z.core.$ZodType, description: string) =>
  named.add(schema as z.ZodMiniType, { id, description });

/** Unwraps array and nullable schemas. */
const inside = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = schema._zod.def as { element?: z.core.$ZodType; innerType?: z.core.$ZodType };
  const inner = def.element ?? def.innerType;
  return inner ? inside(inner) : schema;
};

const schemas: Record<string, [z.core.$ZodType, string]> = {
  Address: [Address, 'A postal address. Missing fields are null.'],
  AuditEntry: [Entry, "A change to a tenant, or to the platform's keys."],
  Availability: [Availability, 'Whether the store accepts new orders, and why.'],
  Customer: [Customer, 'The customer of an order. Missing fields are null.'],
  DashboardUser: [User, 'A dashboard user.'],
  DateTime: [time, 'An RFC 3339 time in UTC with milliseconds.'],
  Delivery: [Delivery, 'An event for a webhook, with the latest attempts to deliver it.'],
  DeliveryAttempt: [inside(Delivery.shape.attempts), 'An attempt to deliver an event.'],
  DroppedRate: [inside(Rates.shape.dropped), "An invalid rate in the webhook's response."],
  Key: [Key, 'A management key. The key itself is shown only when it is issued.'],
  Legal: [Legal, "The store's legal information. Missing fields are null."],
  Line: [Line, 'An order line.'],
  OpeningDays: [OpeningHours.shape.days, 'The opening hours of each day. The store is closed on missing days.'],
  OpeningHours: [OpeningHours, "When the store is open, in the tenant's time zone."],
  Order: [Order, 'An order with its lines, payments and shipments.'],
  Payment: [Payment, 'A payment, or a refund with a negative total. It never changes.'],
  PaymentLine: [inside(Payment.shape.lines), 'Units of an order line that a refund is for.'],
  Permissions: [Permissions, 'The dashboard permissions, one for each area.'],
  PlatformKey: [PlatformKey, 'A platform key. The key itself is shown only when a command issues it.'],
  Product: [Product, 'A product.'],
  Rate: [Rate, 'A shipping rate.'],
  Rates: [Rates, 'Shipping rates and where they come from.'],
  Shipment: [Shipment, 'A shipment of an order.'],
  ShipmentLine: [inside(Shipment.shape.lines), 'A product in a shipment.'],
  Shipping: [inside(Order.shape.shipping), 'A shipping method and its price.'],
  Stock: [inside(Product.shape.stock), 'The stock of a product.'],
  Tenant: [Tenant, 'A store account.'],
  Webhook: [Webhook, 'A webhook and the health of its receiver.'],
  WebhookHealth: [Webhook.shape.health, 'The recent health of a receiver.'],
};
for (const [id, [schema, description]] of Object.entries(schemas)) nameSchema(id, schema, description);

/** The schema name of an operation, a webhook or a code: `PlaceOrder` is the body of `placeOrder`. */
export const nameOf = (id: string) => id.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Parts that several bodies share. */
const parts: Record<string, [string, string]> = {
  address: ['AddressInput', 'A postal address.'],
  shipping_address: ['AddressInput', 'A postal address.'],
  destination: ['AddressInput', 'A postal address.'],
  permissions: ['PermissionsInput', 'The dashboard permissions to change.'],
  'createUser.permissions': ['NewPermissions', 'Dashboard permissions. Each one defaults to false.'],
};

for (const { id, summary, body } of routes) {
  if (!body) continue;
  nameSchema(nameOf(id), body, `The body of: ${summary}.`);
  for (const [field, schema] of Object.entries(body.shape)) {
    const [name, description] = parts[`${id}.${field}`] ?? parts[field] ?? [];
    if (name && description) nameSchema(name, inside(schema as z.core.$ZodType), description);
  }
}
