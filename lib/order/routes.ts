import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { row } from '../api/route.ts';
import { dateTime, flag, singleLine } from '../values/fields.ts';
import {
  NewCredit,
  NewOrder,
  NewPayment,
  NewReturn,
  NewShipment,
  NumberParam,
  OrderPatch,
  ShipmentPatch,
  shipmentStates,
} from './inputs.ts';

/** A list by `updated_from` contains every change, so it takes no other filter. */
function rejectFiltersWithFeed({ value, issues }: z.core.ParsePayload<Record<string, unknown>>) {
  const { updated_from, limit, cursor, ...filters } = value;
  const sent = updated_from === undefined ? [] : Object.keys(filters).filter((name) => filters[name] !== undefined);
  for (const name of sent) {
    issues.push({ code: 'custom', input: value, path: [name], message: 'cannot be combined with `updated_from`' });
  }
}

export const getOrders = () =>
  row({
    id: 'getOrders',
    summary: 'Get all orders',
    method: 'GET',
    path: '/v1/management/order/',
    query: listQuery({
      authorized: flag(),
      cancelled: flag(),
      visible: flag(),
      settled: flag(),
      shipment_state: z.optional(z.enum(shipmentStates)),
      created_from: z.optional(dateTime()),
      created_to: z.optional(dateTime()),
      updated_from: z.optional(dateTime()),
      q: z.optional(singleLine(254).check(z.refine((q) => q.trim().length >= 2, 'must have at least 2 characters'))),
    }).check(
      rejectFiltersWithFeed,
      z.refine(({ created_from = '', created_to = '~' }) => created_from <= created_to, {
        path: ['created_to'],
        error: 'must not be before `created_from`',
      }),
    ),
    access: ['Query', 'BatchGetItem', 'Query changed'],
  });

export const getOrder = () =>
  row({
    id: 'getOrder',
    summary: 'Get order',
    method: 'GET',
    path: '/v1/management/order/{number}',
    params: NumberParam(),
    versioned: 'orders',
    access: ['GetItem'],
  });

export const placeOrder = () =>
  row({
    id: 'placeOrder',
    summary: 'Place order',
    method: 'POST',
    path: '/v1/management/order/',
    status: 201,
    body: NewOrder(),
    errors: ['store_unavailable', 'product_archived', 'insufficient_stock'],
    idempotent: true,
    versioned: 'orders',
    access: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem', 'SendMessage'],
  });

export const createPayment = () =>
  row({
    id: 'createPayment',
    summary: 'Create payment or refund',
    method: 'POST',
    path: '/v1/management/order/{number}/payment/',
    status: 201,
    params: NumberParam(),
    body: NewPayment(),
    errors: [
      'version_mismatch',
      'order_cancelled',
      'order_settled',
      'payment_exceeds_balance',
      'refund_exceeds_lines',
      'refund_exceeds_payment',
      'refund_exceeds_paid',
      'nothing_to_refund',
      'order_full',
    ],
    idempotent: true,
    access: ['GetItem', 'PutItem'],
  });

export const createCredit = () =>
  row({
    id: 'createCredit',
    summary: 'Credit order',
    method: 'POST',
    path: '/v1/management/order/{number}/credit/',
    status: 201,
    params: NumberParam(),
    body: NewCredit(),
    errors: ['order_cancelled', 'refund_exceeds_lines', 'credit_exceeds_balance', 'order_full'],
    idempotent: true,
    versioned: 'orders',
    access: ['GetItem', 'PutItem'],
  });

export const updateOrder = () =>
  row({
    id: 'updateOrder',
    summary: 'Authorize, cancel, correct, show or hide order',
    method: 'PATCH',
    path: '/v1/management/order/{number}',
    params: NumberParam(),
    body: OrderPatch(),
    errors: ['order_shipped', 'order_full', 'insufficient_stock'],
    versioned: 'orders',
    access: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
  });

export const updateShipment = () =>
  row({
    id: 'updateShipment',
    summary: 'Update shipment',
    method: 'PATCH',
    path: '/v1/management/order/{number}/shipment/{id}',
    params: z.extend(NumberParam(), { id: z.string() }),
    body: ShipmentPatch(),
    errors: ['order_not_authorized', 'order_cancelled', 'shipment_returned', 'order_full'],
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });

export const splitShipment = () =>
  row({
    id: 'splitShipment',
    summary: 'Split shipment',
    method: 'POST',
    path: '/v1/management/order/{number}/shipment/',
    status: 201,
    params: NumberParam(),
    body: NewShipment(),
    errors: ['shipment_sent', 'shipment_exceeded', 'order_full'],
    idempotent: true,
    access: ['GetItem', 'PutItem'],
  });

export const returnShipment = () =>
  row({
    id: 'returnShipment',
    summary: 'Return shipment',
    method: 'POST',
    path: '/v1/management/order/{number}/shipment/{id}/return/',
    status: 201,
    params: z.extend(NumberParam(), { id: z.string() }),
    body: NewReturn(),
    errors: ['shipment_ready', 'return_exceeds_sent', 'order_full'],
    idempotent: true,
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });

export const getHistory = () =>
  row({
    id: 'getHistory',
    summary: 'Get order history',
    method: 'GET',
    path: '/v1/management/order/{number}/history/',
    params: NumberParam(),
    query: listQuery({}),
    access: ['GetItem'],
  });

export const getActions = () =>
  row({
    id: 'getActions',
    summary: 'Get actions for order',
    method: 'GET',
    path: '/v1/management/order/{number}/action/',
    params: NumberParam(),
    access: ['GetItem'],
  });
