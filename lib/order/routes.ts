import * as z from 'zod/mini';
import { listQuery, pageQuery, rejectFiltersBeside } from '../api/list.ts';
import { defineRoute } from '../api/route.ts';
import { count, field, nextCursor, rule, time } from '../values/documented.ts';
import { inOrder, notBoth } from '../values/fields.ts';
import {
  isReportDay,
  NewCancellation,
  NewCredit,
  NewOrder,
  NewPayment,
  NewReturn,
  NewShipment,
  NumberParam,
  OrderPatch,
  orderFilters,
  ShipmentParams,
  ShipmentPatch,
} from './inputs.ts';
import { Action, HistoryEntry, Order, Payment, ReportDay, Shipment } from './schema.ts';

export const getOrders = () =>
  defineRoute({
    id: 'getOrders',
    summary: 'Get all orders',
    description:
      'Lists orders, highest number first unless you send `order`, `q` or `updated_from`. Hidden orders are included unless you filter by `visible`. With `q`, `updated_from`, `shippable=true` or `overpaid=true`, a page has at most 100 orders. With `q`, orders found by name are sorted by name. Orders found by reference or tracking number come last, sorted by that text. All others are newest first.',
    place: ['Management: orders', 1],
    method: 'GET',
    path: '/v1/management/order/',
    narrowerScopes: ['orders:ship'],
    query: listQuery(orderFilters()).check(
      // A list by `updated_from` contains every change.
      rejectFiltersBeside('updated_from', 'cannot be combined with `updated_from`; leave it out'),
      notBoth('order', 'q', 'leave it out'),
      inOrder('created_from', 'created_to'),
    ),
    payload: z.object({
      orders: field(z.array(Order), 'The orders.'),
      next_cursor: nextCursor,
      synced_until: field(
        z.optional(time),
        'Only with `updated_from`: the time to send as the next `updated_from`. It is the same on every page.',
      ),
    }),
    returns: 'orders',
    access: ['Query', 'BatchGetItem', 'Query changed', 'Query unfinished'],
  });

export const getOrder = () =>
  defineRoute({
    id: 'getOrder',
    summary: 'Get order',
    description: 'Returns one order in `orders`.',
    place: ['Management: orders', 3],
    method: 'GET',
    path: '/v1/management/order/{number}',
    narrowerScopes: ['orders:ship'],
    params: NumberParam(),
    versioned: 'orders',
    payload: z.object({ orders: Order }),
    returns: 'orders',
    access: ['GetItem'],
  });

export const placeOrder = () =>
  defineRoute({
    id: 'placeOrder',
    summary: 'Place order',
    description:
      'Reserves stock for all lines or for none. If the webhook `confirm-order` has a URL, the order is then sent to it. Prices include the tax; `taxes` shows, for each rate, how much tax the total includes. A line without `tax_rate` has the rate of its product. Sending `authorized: true`, the `price` of a line or a `tax_rate` needs `orders:write`.',
    place: ['Management: orders', 2],
    method: 'POST',
    path: '/v1/management/order/',
    narrowerScopes: ['orders:place'],
    status: 201,
    body: NewOrder(),
    errors: ['store_unavailable', 'product_archived', 'insufficient_stock'],
    idempotent: true,
    versioned: 'orders',
    payload: z.object({ orders: Order }),
    returns: 'orders',
    creates: { path: '/order/{number}', id: 'orders/number' },
    access: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem', 'SendMessage'],
  });

export const createPayment = () =>
  defineRoute({
    id: 'createPayment',
    summary: 'Create payment or refund',
    description:
      'An empty body settles the order with cash on delivery. A refund has the method `refund` and a negative total. A payment cannot exceed the balance, and a refund cannot exceed what was paid. A refund with `credit` or `lines` is for goods that came back or a price that was lowered: the refunded amount does not become due again.',
    place: ['Management: payments', 1],
    method: 'POST',
    path: '/v1/management/order/{number}/payment/',
    status: 201,
    params: NumberParam(),
    body: NewPayment(),
    errors: [
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
    ifMatch: true,
    payload: z.object({ payment: Payment }),
    returns: 'payment',
    access: ['GetItem', 'PutItem'],
  });

export const createCredit = () =>
  defineRoute({
    id: 'createCredit',
    summary: 'Credit order',
    description:
      'Lowers what the order costs before it is paid, for example, for goods that were refused at the door. The balance cannot fall below 0.',
    place: ['Management: payments', 2],
    method: 'POST',
    path: '/v1/management/order/{number}/credit/',
    status: 201,
    params: NumberParam(),
    body: NewCredit(),
    errors: ['order_cancelled', 'refund_exceeds_lines', 'credit_exceeds_balance', 'order_full'],
    idempotent: true,
    ifMatch: true,
    versioned: 'orders',
    payload: z.object({ orders: Order }),
    returns: 'orders',
    access: ['GetItem', 'PutItem'],
  });

export const updateOrder = () =>
  defineRoute({
    id: 'updateOrder',
    summary: 'Authorize, cancel, correct, show or hide order',
    description:
      'Authorizes, cancels, shows or hides an order, or corrects its customer, addresses, note, reference, tags or metadata. All changes in a request are applied together. `restock: true` releases the reserved stock of a cancelled order.',
    place: ['Management: orders', 4],
    method: 'PATCH',
    path: '/v1/management/order/{number}',
    params: NumberParam(),
    body: OrderPatch(),
    errors: ['order_shipped', 'order_full', 'insufficient_stock'],
    ifMatch: true,
    versioned: 'orders',
    payload: z.object({ orders: Order }),
    returns: 'orders',
    access: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
  });

export const updateShipment = () =>
  defineRoute({
    id: 'updateShipment',
    summary: 'Update shipment',
    description:
      'Changes the state, the target delivery time or the tracking details of a shipment. Changing the state requires an authorized order; otherwise nothing in the request is applied.',
    place: ['Management: orders', 7],
    method: 'PATCH',
    path: '/v1/management/order/{number}/shipment/{id}',
    narrowerScopes: ['orders:ship'],
    params: ShipmentParams(),
    body: ShipmentPatch(),
    errors: ['order_not_authorized', 'order_cancelled', 'shipment_returned', 'order_full'],
    ifMatch: true,
    payload: z.object({ shipment: Shipment }),
    returns: 'shipment',
    access: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
  });

export const splitShipment = () =>
  defineRoute({
    id: 'splitShipment',
    summary: 'Split shipment',
    description:
      'Moves units from a `ready` shipment to a new one, for example, for a second parcel. The new shipment is also `ready`.',
    place: ['Management: orders', 8],
    method: 'POST',
    path: '/v1/management/order/{number}/shipment/',
    narrowerScopes: ['orders:ship'],
    status: 201,
    params: NumberParam(),
    body: NewShipment(),
    errors: ['shipment_sent', 'shipment_exceeded', 'order_full'],
    idempotent: true,
    ifMatch: true,
    payload: z.object({ shipment: Shipment }),
    returns: 'shipment',
    creates: { path: '/shipment/{id}', id: 'shipment/id' },
    access: ['GetItem', 'PutItem'],
  });

export const returnShipment = () =>
  defineRoute({
    id: 'returnShipment',
    summary: 'Return shipment',
    description:
      'Records returned goods and, by default, makes them available again. It records no money: create a refund or a credit for that.',
    place: ['Management: orders', 9],
    method: 'POST',
    path: '/v1/management/order/{number}/shipment/{id}/return/',
    narrowerScopes: ['orders:ship'],
    status: 201,
    params: ShipmentParams(),
    body: NewReturn(),
    errors: ['shipment_ready', 'return_exceeds_sent', 'order_full'],
    idempotent: true,
    ifMatch: true,
    payload: z.object({ shipment: Shipment }),
    returns: 'shipment',
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });

export const cancelPart = () =>
  defineRoute({
    id: 'cancelPart',
    summary: 'Cancel part of order',
    description:
      'Takes unsent units off the order and, by default, makes them available again. The order costs less by their price, or by what it still costs after earlier credits if that is less. If it then costs less than was paid, a refund without `total` returns the difference. A shipment that becomes empty is removed.',
    place: ['Management: orders', 10],
    method: 'POST',
    path: '/v1/management/order/{number}/cancellation/',
    status: 201,
    params: NumberParam(),
    body: NewCancellation(),
    errors: ['order_cancelled', 'cancellation_exceeds_ready', 'order_full'],
    idempotent: true,
    ifMatch: true,
    versioned: 'orders',
    payload: z.object({ orders: Order }),
    returns: 'orders',
    access: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
  });

export const eraseCustomer = () =>
  defineRoute({
    id: 'eraseCustomer',
    summary: 'Erase customer of order',
    description:
      'Erases the customer, both addresses, the note and the metadata, also from the history and from search, and the answers in the deliveries of the order. It is possible in any state of the order. Repeating it changes nothing. Payments, shipments with their tracking, `reference`, tags and reasons stay.',
    place: ['Management: orders', 11],
    method: 'DELETE',
    path: '/v1/management/order/{number}/customer/',
    params: NumberParam(),
    versioned: 'orders',
    payload: z.object({ orders: Order }),
    returns: 'orders',
    access: ['DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
  });

export const getHistory = () =>
  defineRoute({
    id: 'getHistory',
    summary: 'Get order history',
    description:
      'Lists the changes to an order, newest first, with the key and the actor that made each. Payments, credits, cancelled parts, splits and returns are kept forever. Only the newest 300 other changes, up to 32 KB, are kept, or fewer if the order is very large.',
    place: ['Management: orders', 5],
    method: 'GET',
    path: '/v1/management/order/{number}/history/',
    narrowerScopes: ['orders:ship'],
    params: NumberParam(),
    query: listQuery({}),
    payload: z.object({ entries: field(z.array(HistoryEntry), 'The changes, newest first.'), next_cursor: nextCursor }),
    returns: 'entries',
    access: ['GetItem'],
  });

export const getActions = () =>
  defineRoute({
    id: 'getActions',
    summary: 'Get actions for order',
    description:
      'Lists the usual actions on an order and whether each is allowed now. If not, `code` is the error that the request would return, or null if it would change nothing. Stock and the scopes of your key are not checked. If an action is allowed, `max` is the most that the request accepts.',
    place: ['Management: orders', 6],
    method: 'GET',
    path: '/v1/management/order/{number}/action/',
    narrowerScopes: ['orders:ship'],
    params: NumberParam(),
    payload: z.object({ version: field(count, "The order's version."), actions: field(z.array(Action), 'The actions.') }),
    access: ['GetItem'],
  });

const reportDay = () =>
  z.optional(
    z.string().check(rule(z.refine(isReportDay, 'must be a day from 1970 to 9997, like 2026-10-01'), { format: 'date' })),
  );

export const getDailyReport = () =>
  defineRoute({
    id: 'getDailyReport',
    summary: 'Get daily report',
    description:
      'Counts and adds up the orders placed on each day, as they are now. Days without orders are left out. It reads up to 16,000 orders per page, latest change first, so a day can be on several pages: add up its figures. An order that changes while you read the pages can be missing from them. A change can take a second to show.',
    place: ['Management: reports', 1],
    method: 'GET',
    path: '/v1/management/report/day/',
    narrowerScopes: ['orders:ship'],
    query: pageQuery({
      from: field(
        reportDay(),
        "The first day, in the store's time zone, at most 399 days before `to`. Defaults to 29 days before it.",
      ),
      to: field(reportDay(), 'The last day. Defaults to today, or to `from` if that is later.'),
    }).check(inOrder('from', 'to')),
    payload: z.object({
      days: field(z.array(ReportDay), 'The days, latest first, with one entry for each currency.'),
      complete_from: field(time, 'This page and those before it include every order placed after this time.'),
      next_cursor: nextCursor,
    }),
    returns: 'days',
    access: ['GetItem', 'Query changed'],
  });

export const getOpenReport = () =>
  defineRoute({
    id: 'getOpenReport',
    summary: 'Get report of open orders',
    description:
      'Counts the orders that can ship, and those with a refund due. It reads only these orders, up to 24,000 per page, oldest first: add up the counts and amounts of all pages. A change can take a second to show.',
    place: ['Management: reports', 2],
    method: 'GET',
    path: '/v1/management/report/open/',
    narrowerScopes: ['orders:ship'],
    query: pageQuery({}),
    payload: z.object({
      shippable: field(
        z.object({
          orders: field(count, 'The number of these orders.'),
          oldest: field(z.nullable(time), 'When the oldest of these orders was placed. Null if there are none.'),
        }),
        'The orders that `getOrders` lists with `shippable=true`.',
      ),
      overpaid: field(
        z.object({
          orders: field(count, 'The number of these orders.'),
          refunds: field(
            z.array(
              z.object({
                currency: field(z.string(), 'The currency.'),
                amount: field(z.number(), 'The sum of what is to be refunded in this currency.'),
              }),
            ),
            'What is to be refunded, by currency.',
          ),
        }),
        'The orders that `getOrders` lists with `overpaid=true`.',
      ),
      next_cursor: nextCursor,
    }),
    access: ['GetItem', 'Query unfinished'],
  });
