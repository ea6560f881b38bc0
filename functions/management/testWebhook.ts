import { operation } from '../../lib/api/operation.ts';
import { confirmOrderSample } from '../../lib/order/confirmOrder.ts';
import { orderChangedSample } from '../../lib/order/orderChanged.ts';
import { ratesSample } from '../../lib/shipping/rates.ts';
import { eventType } from '../../lib/webhook/inputs.ts';
import { testWebhook } from '../../lib/webhook/routes.ts';
import { sendTest } from '../../lib/webhook/testCall.ts';

const samples = {
  'confirm-order': confirmOrderSample,
  'calculate-shipping-rates': ratesSample,
  'order-changed': orderChangedSample,
};

export const handler = operation(testWebhook, async ({ tenant, params: { name }, now }) => ({
  test: await sendTest(tenant, name, samples[eventType(name)], now),
}));
