import { client } from '../apps/client/client.ts';

const store = client({ url: process.env.STORE_URL, key: process.env.STORE_API_KEY });
const order = await store.placeOrder({ lines: [{ sku: 'TEA-GREEN', quantity: 2 }] });
const payment = await store.createPayment({ number: order.number });
console.log(`Order ${order.number}: paid ${payment.total} ${order.currency}`);
