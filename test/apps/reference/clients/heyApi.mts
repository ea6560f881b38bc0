import { client } from './hey/client.gen.js';
import { createPayment, getOrder, placeOrder, updateOrder } from './hey/sdk.gen.js';

client.setConfig({ baseUrl: process.env.STORE_URL as string, auth: process.env.STORE_API_KEY as string });
const placed = await placeOrder({ body: { lines: [{ sku: 'TEA', quantity: 1 }] } });
if (!placed.data) throw new Error('The order was not placed.');
const { number } = placed.data.payload.orders;
const path = { number };
await updateOrder({ path, body: { authorized: true } });
await createPayment({ path, body: { total: 1234567.89 } });
await createPayment({ path, body: { method: 'refund', lines: [{ line: 0, quantity: 1 }] } });
const { authorized, paid, refunded } = (await getOrder({ path })).data?.payload.orders ?? {};
const failed = await getOrder({ path: { number: '999999' } });
console.log(JSON.stringify([number, authorized, paid, refunded, failed.error?.code]));
