import { listQuery } from '../api/list.ts';
import { row } from '../api/route.ts';
import { DeliveryParams, deliveryFilters, EventParams, Redelivery, WebhookParams, WebhookPatch } from './inputs.ts';

export const getWebhook = () =>
  row({
    id: 'getWebhook',
    summary: 'Get webhook URL',
    method: 'GET',
    path: '/v1/management/settings/webhook/{name}',
    params: WebhookParams(),
    access: ['GetItem'],
  });

export const changeWebhook = () =>
  row({
    id: 'changeWebhook',
    summary: 'Change webhook URL',
    method: 'PATCH',
    path: '/v1/management/settings/webhook/{name}',
    params: WebhookParams(),
    body: WebhookPatch(),
    access: ['GetItem', 'PutItem', 'UpdateItem', 'SendMessage'],
  });

export const replaceWebhookSecret = () =>
  row({
    id: 'replaceWebhookSecret',
    summary: 'Replace the signing secret of a webhook',
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/secret',
    status: 201,
    params: WebhookParams(),
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });

export const testWebhook = () =>
  row({
    id: 'testWebhook',
    summary: 'Send a signed sample',
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/test',
    params: WebhookParams(),
    access: ['GetItem', 'UpdateItem', 'SendMessage', 'call receiver'],
  });

export const getDeliveries = () =>
  row({
    id: 'getDeliveries',
    summary: 'Get the deliveries of a webhook',
    method: 'GET',
    path: '/v1/management/settings/webhook/{name}/delivery/',
    params: DeliveryParams(),
    query: listQuery(deliveryFilters()),
    access: ['GetItem', 'Query'],
  });

export const redeliver = () =>
  row({
    id: 'redeliver',
    summary: 'Deliver an event again',
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/delivery/{id}/redeliver',
    params: EventParams(),
    access: ['GetItem', 'PutItem', 'UpdateItem', 'SendMessage'],
  });

export const redeliverAll = () =>
  row({
    id: 'redeliverAll',
    summary: 'Deliver events again',
    method: 'POST',
    path: '/v1/management/settings/webhook/{name}/delivery/redeliver',
    params: DeliveryParams(),
    body: Redelivery(),
    access: ['PutItem', 'Query', 'SendMessage', 'UpdateItem'],
  });
