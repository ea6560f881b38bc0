import type { TenantId } from '../db/key.ts';
import { newOrder } from '../order/newOrder.ts';
import { ratesIn } from '../shipping/answer.ts';
import { wholeAddress } from '../values/address.ts';
import { timeId } from '../values/id.ts';
import type { WebhookName } from './schema.ts';
import { sendEvent } from './send.ts';
import { getWebhookItem } from './settings.ts';

type Test = { ok: boolean; status: number | null; duration_ms: number; problem: string | null };

/** Sends a sample now, signed as the real thing is and marked as a test; it counts neither for health nor for rest. */
export async function sendSample(tenant: TenantId, name: WebhookName, now: Date): Promise<Test> {
  const { url, secrets } = await getWebhookItem(tenant, name);
  if (!url) return { ok: false, status: null, duration_ms: 0, problem: 'no_url' };
  const id = `evt_${timeId(now)}`;
  const event = { type: name, id, created: now.toISOString(), tenant, test: true as const, data: sampleOf[name](now) };
  const called = await sendEvent({ url, secrets }, event, now);
  const understood = name === 'confirm-order' || ratesIn(called.body, 'EUR') !== undefined;
  const problem = called.problem ?? (understood ? null : 'answer_has_no_rates');
  return { ok: problem === null, status: called.status, duration_ms: called.duration_ms, problem };
}

const product = { sku: 'SAMPLE', name: 'Sample', price: 10, weight: 500, counted: false, available: 0, reserved: 0 };

const sampleOf = {
  'confirm-order': (now: Date) => {
    const shop = { currency: 'EUR', products: new Map([['SAMPLE', product]]) };
    const drawn = { number: '1000', shipment: `shp_${timeId(now)}`, now };
    return { order: newOrder({ lines: [{ sku: 'SAMPLE', quantity: 1 }] }, shop, drawn).order };
  },
  'calculate-shipping-rates': () => ({
    destination: wholeAddress({ line1: '1 Sample Street', city: 'Berlin', postal_code: '10115', country: 'DE' }),
    lines: [{ sku: 'SAMPLE', name: 'Sample', quantity: 1, price: 10, weight: 500 }],
    currency: 'EUR',
    subtotal: 10,
  }),
};
