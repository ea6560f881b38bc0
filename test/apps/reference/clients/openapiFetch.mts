import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const client = createClient<paths>({
  baseUrl: process.env.STORE_URL as string,
  headers: { 'X-API-KEY': process.env.STORE_API_KEY as string },
});
const placed = await client.POST('/v1/management/order/', { body: { lines: [{ sku: 'TEA', quantity: 1 }] } });
if (!placed.data) throw new Error('The order was not placed.');
const { number } = placed.data.payload.orders;
const params = { path: { number } };
await client.PATCH('/v1/management/order/{number}', { params, body: { authorized: true } });
await client.POST('/v1/management/order/{number}/payment/', { params, body: { total: 1234567.89 } });
await client.POST('/v1/management/order/{number}/payment/', {
  params,
  body: { method: 'refund', lines: [{ line: 0, quantity: 1 }] },
});
const { authorized, paid, refunded } =
  (await client.GET('/v1/management/order/{number}', { params })).data?.payload.orders ?? {};
const failed = await client.GET('/v1/management/order/{number}', { params: { path: { number: '999999' } } });
console.log(JSON.stringify([number, authorized, paid, refunded, failed.error?.code]));
