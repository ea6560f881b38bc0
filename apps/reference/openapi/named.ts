import * as z from 'zod/mini';
import { Entry } from '../../../lib/audit/schema.ts';
import { Availability } from '../../../lib/availability/schema.ts';
import { Key, PlatformKey } from '../../../lib/key/schema.ts';
import { Legal } from '../../../lib/legal/schema.ts';
import { Customer, Line, Order, Payment, Shipment } from '../../../lib/order/schema.ts';
import { Product } from '../../../lib/product/schema.ts';
import { routes } from '../../../lib/routes.ts';
import { Rate, Rates } from '../../../lib/shipping/schema.ts';
import { Tenant } from '../../../lib/tenant/schema.ts';
import { Permissions, User } from '../../../lib/user/schema.ts';
import { time } from '../../../lib/values/documented.ts';
import { Delivery, Webhook } from '../../../lib/webhook/schema.ts';

export const nameSchema = (id: string, schema: z.core.$ZodType, description: string) =>
  z.globalRegistry.add(schema, { id, description });

/** Unwraps array and nullable schemas. */
const inside = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = schema._zod.def as { element?: z.core.$ZodType; innerType?: z.core.$ZodType };
  const inner = def.element ?? def.innerType;
  return inner ? inside(inner) : schema;
};

const schemas: Record<string, [z.core.$ZodType, string]> = {
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

for (const { id, summary, body } of routes) if (body) nameSchema(nameOf(id), body, `The body of: ${summary}.`);
