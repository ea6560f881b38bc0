import * as z from 'zod/mini';
import { listQuery } from '../list.ts';
import type { Route } from '../route.ts';
import { dateTime, patch } from '../values/fields.ts';
import { newOrder, newPayment, orderChange } from './inputs.ts';
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
    errors: [],
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
    errors: ['not_found'],
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
    body: newOrder(),
    payload: one(),
    errors: ['store_unavailable', 'insufficient_stock'],
    idempotent: true,
    versioned: 'orders',
  }) satisfies Route;

export const createPayment = () =>
  ({
    id: 'createPayment',
    summary: 'Create payment or refund',
    caller: 'management',
    method: 'POST',
    path: '/v1/management/order/{number}/payment/',
    status: 201,
    params: number(),
    body: newPayment(),
    payload: z.object({ payment: Payment }),
    errors: [
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
    body: orderChange(),
    payload: one(),
    errors: ['not_found', 'version_mismatch', 'insufficient_stock'],
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
    errors: ['not_found', 'order_not_authorized', 'order_cancelled'],
  }) satisfies Route;
