import * as z from 'zod/mini';
import { listQuery } from '../list.ts';
import type { Route } from '../route.ts';
import { Delivery, Webhook, webhookNames } from './schema.ts';
import { webhookUrl } from './url.ts';

const params = () => z.object({ name: z.enum(webhookNames) });
const queued = () => z.object({ name: z.literal('confirm-order') });
const one = () => z.object({ webhook: Webhook });

export const getWebhook = () =>
  ({
    id: 'getWebhook',
    summary: 'Get webhook URL',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/settings/webhook/{name}',
    status: 200,
    params: params(),
    payload: one(),
    errors: ['not_found'],
  }) satisfies Route;

export const changeWebhook = () =>
  ({
    id: 'changeWebhook',
    summary: 'Change webhook URL',
    caller: 'management',
    method: 'PATCH',
    path: '/v1/management/settings/webhook/{name}',
    status: 200,
    params: params(),
    body: z.strictObject({ url: z.nullable(webhookUrl()) }),
    payload: one(),
    errors: ['not_found'],
  }) satisfies Route;

export const replaceWebhookSecret = () =>
  ({
    id: 'replaceWebhookSecret',
    summary: 'Replace the signing secret of a webhook',
    caller: 'management',
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/secret',
    status: 201,
    params: params(),
    payload: z.object({ secret: z.string() }),
    errors: ['not_found'],
  }) satisfies Route;

export const testWebhook = () =>
  ({
    id: 'testWebhook',
    summary: 'Send a signed sample',
    caller: 'management',
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/test',
    status: 200,
    params: params(),
    payload: z.object({
      test: z.object({
        ok: z.boolean(),
        status: z.nullable(z.number()),
        duration_ms: z.number(),
        problem: z.nullable(z.string()),
      }),
    }),
    errors: ['not_found'],
  }) satisfies Route;

export const getDeliveries = () =>
  ({
    id: 'getDeliveries',
    summary: 'Get the deliveries of a webhook',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/settings/webhook/{name}/delivery/',
    status: 200,
    params: queued(),
    query: listQuery({}),
    payload: z.object({ deliveries: z.array(Delivery), next_cursor: z.nullable(z.string()) }),
    errors: ['not_found'],
  }) satisfies Route;

export const redeliver = () =>
  ({
    id: 'redeliver',
    summary: 'Deliver an event again',
    caller: 'management',
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/delivery/{id}/redeliver',
    status: 200,
    params: z.extend(queued(), { id: z.string() }),
    payload: z.object({ delivery: Delivery }),
    errors: ['not_found'],
  }) satisfies Route;
