import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { defineRoute } from '../api/route.ts';
import { count, field, nextCursor } from '../values/documented.ts';
import { DeliveryParams, deliveryFilters, EventParams, Redelivery, WebhookParams, WebhookPatch } from './inputs.ts';
import { Delivery, TestResult, Webhook } from './schema.ts';

export const getWebhooks = () =>
  defineRoute({
    id: 'getWebhooks',
    summary: 'Get the URLs of all webhooks',
    description: 'Lists the webhooks that every store has, and those that follow its orders.',
    place: ['Management: webhooks', 8],
    method: 'GET',
    path: '/v1/management/settings/webhook/',
    payload: z.object({ webhooks: field(z.array(Webhook), 'The webhooks.') }),
    returns: 'webhooks',
    access: ['GetItem', 'Query', 'Query changed'],
  });

export const getWebhook = () =>
  defineRoute({
    id: 'getWebhook',
    summary: 'Get webhook URL',
    description: 'Returns the URL and the recent health of its receiver.',
    place: ['Management: webhooks', 1],
    method: 'GET',
    path: '/v1/management/settings/webhook/{name}',
    params: WebhookParams(),
    payload: z.object({ webhook: Webhook }),
    returns: 'webhook',
    access: ['GetItem', 'Query changed'],
  });

export const changeWebhook = () =>
  defineRoute({
    id: 'changeWebhook',
    summary: 'Change webhook URL',
    description:
      'The first URL creates a signing secret, which is not shown: to see one, replace it. Null removes the URL. Setting a URL resumes a paused receiver. Names that begin with `order-changed` are for up to five webhooks of your own that follow all orders: the first URL creates one, and null removes it with its secrets.',
    place: ['Management: webhooks', 2],
    method: 'PATCH',
    path: '/v1/management/settings/webhook/{name}',
    secondScope: 'orders:write',
    params: WebhookParams(),
    body: WebhookPatch(),
    payload: z.object({ webhook: Webhook }),
    returns: 'webhook',
    errors: ['too_many_webhooks'],
    access: [
      'BatchGetItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query changed',
      'UpdateItem',
      'SendMessage',
      'ring followers',
      'read webhook keys',
    ],
  });

export const replaceWebhookSecret = () =>
  defineRoute({
    id: 'replaceWebhookSecret',
    summary: 'Replace the signing secret of a webhook',
    description:
      'The new secret is shown only once. For 24 hours, calls are signed with both secrets. At most three secrets sign: a third replacement within 24 hours ends the oldest.',
    place: ['Management: webhooks', 3],
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/secret',
    secondScope: 'orders:write',
    status: 201,
    params: WebhookParams(),
    payload: z.object({ secret: field(z.string(), 'The new signing secret. It is shown only once.') }),
    returns: 'secret',
    access: ['GetItem', 'PutItem', 'UpdateItem', 'read webhook keys'],
  });

export const testWebhook = () =>
  defineRoute({
    id: 'testWebhook',
    summary: 'Send a signed sample',
    description:
      'Sends a signed sample now and returns the result, at most 10 times a minute. A success ends a back-off, so the waiting deliveries are sent.',
    place: ['Management: webhooks', 4],
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/test',
    secondScope: 'orders:write',
    params: WebhookParams(),
    payload: z.object({ test: field(TestResult, 'The result of the call.') }),
    returns: 'test',
    access: ['GetItem', 'UpdateItem', 'SendMessage', 'ring followers', 'read webhook keys', 'call receiver'],
  });

export const getDeliveries = () =>
  defineRoute({
    id: 'getDeliveries',
    summary: 'Get the deliveries of a webhook',
    description: 'Lists the deliveries of the last 30 days, newest first.',
    place: ['Management: webhooks', 5],
    method: 'GET',
    path: '/v1/management/settings/webhook/{name}/delivery/',
    params: DeliveryParams(),
    query: listQuery(deliveryFilters()),
    payload: z.object({
      deliveries: field(z.array(Delivery), 'The deliveries of the last 30 days, newest first.'),
      next_cursor: nextCursor,
    }),
    returns: 'deliveries',
    access: ['GetItem', 'Query'],
  });

export const redeliver = () =>
  defineRoute({
    id: 'redeliver',
    summary: 'Deliver an event again',
    description:
      'Restarts the delivery with a full set of attempts. This ends a back-off, so a `resting` receiver is called at once and its waiting deliveries are sent.',
    place: ['Management: webhooks', 6],
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/delivery/{id}/redeliver',
    secondScope: 'orders:write',
    params: EventParams(),
    payload: z.object({ delivery: Delivery }),
    returns: 'delivery',
    access: ['GetItem', 'PutItem', 'UpdateItem', 'SendMessage'],
  });

export const redeliverAll = () =>
  defineRoute({
    id: 'redeliverAll',
    summary: 'Deliver events again',
    description:
      'Restarts up to 500 failed or waiting deliveries, oldest first, each with a full set of attempts. This ends a back-off. To restart more, send `next_cursor` as `cursor` until it is null. A repeated request restarts only deliveries that are still in that state.',
    place: ['Management: webhooks', 7],
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/delivery/redeliver',
    secondScope: 'orders:write',
    params: DeliveryParams(),
    body: Redelivery(),
    payload: z.object({
      queued: field(count, 'The number of deliveries that this request restarted.'),
      next_cursor: field(z.nullable(z.string()), 'Send it as `cursor` to restart more deliveries. Null if there are no more.'),
    }),
    access: ['GetItem', 'PutItem', 'Query', 'SendMessage', 'UpdateItem'],
  });
