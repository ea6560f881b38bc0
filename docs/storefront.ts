import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { client, type StoreError } from '../apps/client/client.ts';

const store = client({ url: process.env.STORE_URL, key: process.env.CHECKOUT_KEY });

const server = createServer(async (request, response) => {
  const answer = (status: number, content: object) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
  try {
    const { attempt, lines, customer, shipping_address } = JSON.parse(await text(request));
    if (!attempt) throw new TypeError('attempt: is required');
    const order = { lines, customer, shipping_address };
    const { number, total, currency } = await store.placeOrder(order, { idempotencyKey: `web-${attempt}` });
    answer(201, { number, total, currency });
  } catch (error) {
    // An error before the request was sent has no status; one without a usable response has a status below 400.
    const { status = 400, message, errors } = error as StoreError;
    answer(status >= 400 ? status : 502, { message, errors });
  }
});
server.listen(Number(process.env.STOREFRONT_PORT ?? 8080), '127.0.0.1', () => console.log('Waiting for orders.'));
