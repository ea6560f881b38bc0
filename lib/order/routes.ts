import * as z from 'zod/mini';
import { addressInput } from '../address.ts';
import { currency, dateTime, email, lines, name, optional, patch, phone } from '../fields.ts';
import { listQuery } from '../list.ts';
import { amount, price } from '../money.ts';
import { sku } from '../product/schema.ts';
import type { Route } from '../route.ts';
import { Order, Payment, Shipment } from './schema.ts';

const number = () => z.object({ number: z.string().check(z.regex(/^[1-9]\d{3,11}$/)) });
const one = () => z.object({ orders: Order });
const flag = () =>
  z.optional(
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((text) => text === 'true'),
    ),
  );
const given = <S extends z.ZodMiniType>(field: S) => z.optional(z.nullable(field));

export const getOrders = () =>
  ({
    id: 'getOrders',
    summary: 'Get all orders',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/order/',
    status: 200,
    query: listQuery({
      authorized: flag(),
      cancelled: flag(),
      visible: flag(),
      settled: flag(),
      created_from: z.optional(dateTime()),
      created_to: z.optional(dateTime()),
    }),
    payload: z.object({ orders: z.array(Order), next_cursor: z.nullable(z.string()) }),
    refusals: [],
  }) satisfies Route;

export const getOrder = () =>
  ({
    id: 'getOrder',
    summary: 'Get order',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/order/{number}',
    status: 200,
    params: number(),
    payload: one(),
    refusals: ['not_found'],
    versioned: 'orders',
  }) satisfies Route;

export const placeOrder = () =>
  ({
    id: 'placeOrder',
    summary: 'Place order',
    caller: 'management',
    method: 'POST',
    path: '/v1/management/order/',
    status: 201,
    body: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            sku: sku(),
            quantity: z.int().check(z.minimum(1), z.maximum(1_000_000)),
            price: z.optional(price()),
            name: z.optional(name()),
          }),
        )
        .check(z.minLength(1), z.maxLength(90)),
      currency: z.optional(currency()),
      customer: given(
        z.strictObject({
          id: optional(),
          first_name: optional(),
          last_name: optional(),
          email: given(email()),
          phone: given(phone()),
        }),
      ),
      shipping_address: given(addressInput()),
      shipping: given(z.strictObject({ name: name(), price: price() })),
      note: given(lines(2000)),
      authorized: z.optional(z.boolean()),
    }),
    payload: one(),
    refusals: ['store_unavailable', 'insufficient_stock'],
    idempotent: true,
    versioned: 'orders',
  }) satisfies Route;

const isData = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
const isSmall = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= 8 * 1024;

export const createPayment = () =>
  ({
    id: 'createPayment',
    summary: 'Create payment or refund',
    caller: 'management',
    method: 'POST',
    path: '/v1/management/order/{number}/payment/',
    status: 201,
    params: number(),
    body: z
      .strictObject({
        total: z.optional(amount().check(z.refine((total) => total !== 0, 'must not be 0'))),
        method: z.optional(
          z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and _, starting with a letter')),
        ),
        created: z.optional(dateTime()),
        transaction_data: z.optional(
          z
            .unknown()
            .check(z.refine(isData, { error: 'must be an object', abort: true }), z.refine(isSmall, 'must have at most 8 KB')),
        ),
      })
      .check(
        z.refine(({ total, method }) => total === undefined || total < 0 === (method === 'refund'), {
          path: ['method'],
          error: 'must be refund where the total is negative, and only there',
        }),
      ),
    payload: z.object({ payment: Payment }),
    refusals: [
      'not_found',
      'version_mismatch',
      'order_cancelled',
      'order_settled',
      'payment_exceeds_balance',
      'refund_exceeds_paid',
      'nothing_to_refund',
      'order_full',
    ],
    idempotent: true,
  }) satisfies Route;

export const updateOrder = () =>
  ({
    id: 'updateOrder',
    summary: 'Authorize, cancel, or show and hide order',
    caller: 'management',
    method: 'PATCH',
    path: '/v1/management/order/{number}',
    status: 200,
    params: number(),
    body: patch({ authorized: z.boolean(), cancelled: z.boolean(), restock: z.boolean(), visible: z.boolean() }).check(
      z.refine(({ cancelled, restock }) => restock === undefined || cancelled === true || (!restock && cancelled === false), {
        path: ['restock'],
        error: 'frees the stock of an order as it is cancelled: send it with cancelled',
      }),
    ),
    payload: one(),
    refusals: ['not_found', 'version_mismatch', 'insufficient_stock'],
    versioned: 'orders',
  }) satisfies Route;

export const updateShipment = () =>
  ({
    id: 'updateShipment',
    summary: 'Update shipment',
    caller: 'management',
    method: 'PATCH',
    path: '/v1/management/order/{number}/shipment/{id}',
    status: 200,
    params: z.extend(number(), { id: z.string() }),
    body: patch({ state: Shipment.shape.state, target_delivery: z.nullable(dateTime()) }),
    payload: z.object({ shipment: Shipment }),
    refusals: ['not_found', 'order_not_authorized', 'order_cancelled'],
  }) satisfies Route;
