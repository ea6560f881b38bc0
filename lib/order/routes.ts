import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { row } from '../api/route.ts';
import { field } from '../values/documented.ts';
import { dateTime, flag, singleLine } from '../values/fields.ts';
import {
  NewCredit,
  NewOrder,
  NewPayment,
  NewReturn,
  NewShipment,
  NumberParam,
  OrderPatch,
  ShipmentParams,
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
      authorized: field(flag(), 'Only orders that are authorized, or only those that are not.'),
      cancelled: field(flag(), 'Only orders that are cancelled, or only those that are not.'),
      visible: field(flag(), 'Only orders that are visible, or only those that are hidden.'),
      settled: field(flag(), 'Only orders with a balance of 0, or only those with another balance.'),
      shipment_state: field(z.optional(z.enum(shipmentStates)), 'Only orders with a shipment in this state.'),
      created_from: field(z.optional(dateTime()), 'Only orders placed at or after this time.'),
      created_to: field(z.optional(dateTime()), 'Only orders placed at or before this time.'),
      updated_from: field(
        z.optional(dateTime()),
        'All orders that changed at or after this time, oldest change first. Next time, send `synced_until` as `updated_from`. It can be combined only with `limit`.',
      ),
      q: field(
        z.optional(singleLine(254).check(z.refine((q) => q.trim().length >= 2, 'must have at least 2 characters'))),
        'Finds orders by the customer: a whole e-mail address, the end of a phone number (7 digits or more), or the beginning of a name or company. Digits also find the order with this number. Case, accents and punctuation do not matter.',
      ),
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
    params: ShipmentParams(),
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
    params: ShipmentParams(),
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
