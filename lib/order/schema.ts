import * as z from 'zod/mini';
import { Address } from '../values/address.ts';
import { shipmentStates } from './inputs.ts';

export const Line = z.object({ sku: z.string(), name: z.string(), quantity: z.number(), price: z.number(), total: z.number() });

export const Payment = z.object({
  id: z.string(),
  total: z.number(),
  method: z.string(),
  created: z.string(),
  transaction_data: z.record(z.string(), z.unknown()),
  balance_after: z.number(),
});
export type Payment = z.infer<typeof Payment>;

export const Shipment = z.object({
  id: z.string(),
  state: z.enum(shipmentStates),
  target_delivery: z.nullable(z.string()),
  lines: z.array(z.object({ sku: z.string(), quantity: z.number() })),
  updated: z.string(),
});
export type Shipment = z.infer<typeof Shipment>;

export const Customer = z.object({
  id: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});

export const Order = z.object({
  number: z.string(),
  created: z.string(),
  updated: z.string(),
  version: z.number(),
  currency: z.string(),
  customer: z.nullable(Customer),
  shipping_address: z.nullable(Address),
  note: z.nullable(z.string()),
  lines: z.array(Line),
  shipping: z.nullable(z.object({ name: z.string(), price: z.number() })),
  subtotal: z.number(),
  total: z.number(),
  paid: z.number(),
  refunded: z.number(),
  balance: z.number(),
  authorized: z.boolean(),
  cancelled: z.boolean(),
  visible: z.boolean(),
  payments: z.array(Payment),
  shipments: z.array(Shipment),
});
export type Order = z.infer<typeof Order>;

const orderAnswer = z.object({ orders: Order });

export const answers = {
  getOrders: z.object({ orders: z.array(Order), next_cursor: z.nullable(z.string()) }),
  getOrder: orderAnswer,
  placeOrder: orderAnswer,
  createPayment: z.object({ payment: Payment }),
  updateOrder: orderAnswer,
  updateShipment: z.object({ shipment: Shipment }),
};
