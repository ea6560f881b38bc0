import { openApiDocument } from '../../apps/reference/openapi/document.ts';
import type { Schema } from '../../apps/reference/openapi/schemas.ts';
import { maxBodyBytes, maxBodyDepth, maxBodyValues } from '../../lib/api/body.ts';
import { type ErrorCode, statusOf } from '../../lib/api/errors.ts';
import { idempotencyKeyRule } from '../../lib/api/idempotency.ts';
import { publicEndpoints } from '../../lib/api/publicEndpoints.ts';
import { actorRule } from '../../lib/api/validation.ts';
import { maxFound } from '../../lib/db/read.ts';
import { maxActiveKeys, maxStaffKeyMs } from '../../lib/key/inputs.ts';
import { usualLifeMs } from '../../lib/key/staffKeys.ts';
import { maxCreditedLines, maxCredits } from '../../lib/order/credit.ts';
import { maxReportDays } from '../../lib/order/dailyReport.ts';
import { maxOtherBytes, maxOtherChanges } from '../../lib/order/history.ts';
import { maxObjectBytes } from '../../lib/order/inputs.ts';
import { maxDataBytes, maxPayments, maxPaymentsAndRefunds } from '../../lib/order/limits.ts';
import { maxOrderBytes, ordinaryLimit } from '../../lib/order/orderItem.ts';
import { maxReturns, maxShipmentLines, maxShipments } from '../../lib/order/shipments.ts';
import { maxStock, maxWeight } from '../../lib/product/limits.ts';
import { defaultPlan, defaultQuotas } from '../../lib/quota/quotas.ts';
import { maxNumberLength } from '../../lib/values/json.ts';
import { maxAmount } from '../../lib/values/money.ts';
import { maxNameLength } from '../../lib/values/text.ts';
import { maxFollowers, maxPerMinute } from '../../lib/webhook/limits.ts';
import { maxRejected } from '../../lib/webhook/progress.ts';
import { maxRestarts } from '../../lib/webhook/redeliver.ts';
import { firewallLimits } from '../stacks/gateway/firewall.ts';

const { paths, components } = openApiDocument();

/** A field of a request, as the API document describes it. */
const fieldOf = (schema: string, field: string) => components.schemas[schema]?.properties?.[field] as Schema;

/** A query parameter of a list. */
const inQuery = (name: string, path = '/v1/management/order/') =>
  (paths[path] as { get: { parameters: { name: string; schema: Schema }[] } }).get.parameters.find(
    (parameter) => parameter.name === name,
  )?.schema as Schema;

const count = (number = Number.NaN) => number.toLocaleString('en-US');
const kb = (bytes: number) => `${bytes / 1024} KB`;
const characters = ({ maxLength }: Schema) => `${count(maxLength)} characters`;
/** What an error says about a value that is not allowed. */
const ruleOf = ({ 'x-rules': [rule = ''] = [] }: Schema) => rule;
const hours = (ms: number) => ms / 3600_000;

const tags = fieldOf('PlaceOrder', 'tags');
const lines = fieldOf('PlaceOrder', 'lines');
const quantity = fieldOf('PlaceOrderLine', 'quantity');
const taxRate = fieldOf('PutProduct', 'tax_rate');
const limit = inQuery('limit');

const rows: [ErrorCode | null, ...[what: string, limit: string][]][] = [
  ['payload_too_large', ['request body', kb(maxBodyBytes)]],
  [
    'invalid_request',
    ['depth of nested JSON', `${maxBodyDepth} levels`],
    ['JSON values in a body, including nested ones', count(maxBodyValues)],
    ['name of a tenant', ruleOf(fieldOf('CreateTenant', 'name'))],
    ['other names, parts of an address, `label` and `reason`', `${maxNameLength} characters`],
    ['`sku`', `${ruleOf(fieldOf('PlaceOrderLine', 'sku'))}; any other SKU in a path gets 404`],
    ['`note` of an order', characters(fieldOf('PlaceOrder', 'note'))],
    ['`reference`, `carrier`, `tracking_number`', characters(fieldOf('PlaceOrder', 'reference'))],
    ['`tags` of an order', `${tags.maxItems}, each with up to ${characters(tags.items as Schema)}`],
    ['URLs', characters(fieldOf('UpdateShipment', 'tracking_url'))],
    ['lines of an order', `${lines.minItems} to ${lines.maxItems}`],
    ['`quantity`', `a whole number from ${quantity.minimum} to ${count(quantity.maximum)}`],
    ['`price`', `${fieldOf('PlaceOrderLine', 'price').minimum} or more`],
    ['any amount, line total or order total', count(maxAmount)],
    ['`tax_rate`', `${taxRate.minimum} to ${taxRate.maximum}, with up to 4 decimals`],
    ['`method` of a payment', ruleOf(fieldOf('CreatePayment', 'method'))],
    ['units of a product that are available, counted or low', count(maxStock)],
    ['`weight` of a product', `${count(maxWeight)} g, with up to 3 decimals`],
    ['days of a daily report', `${maxReportDays}`],
    ['a number in a JSON body', `${maxNumberLength} characters`],
    ['`metadata` of an order, `transaction_data` of one payment', kb(maxObjectBytes)],
    ['`X-Actor`', actorRule],
    ['`Idempotency-Key`', idempotencyKeyRule],
    [
      '`q`',
      `for orders 2 to ${characters(inQuery('q'))}, for products 1 to ${inQuery('q', '/v1/management/product/').maxLength}, for tenants 1 to ${inQuery('q', '/v1/platform/tenant/').maxLength}`,
    ],
    [
      '`limit` of a list',
      `${limit.minimum} to ${count(limit.maximum)}; a page of orders found by \`q\`, \`updated_from\`, \`shippable=true\` or \`overpaid=true\` has at most ${maxFound}`,
    ],
    ['life of a staff key', `${hours(usualLifeMs)} hours by default, ${hours(maxStaffKeyMs) / 24} days at most`],
  ],
  [
    'order_full',
    ['`transaction_data` of all payments of an order', kb(maxDataBytes)],
    ['payments and refunds of an order, together', `${maxPayments}; refunds are accepted up to ${maxPaymentsAndRefunds}`],
    ['credits and cancelled parts of an order, together', `${maxCredits}`],
    ['lines in all refunds, credits and cancelled parts of an order, together', `${maxCreditedLines}`],
    ['shipments of an order', `${maxShipments}, with ${maxShipmentLines} lines in total`],
    ['returns of an order', `${maxReturns}`],
    [
      'an order as stored, in total',
      `${kb(ordinaryLimit)}; ${kb(maxOrderBytes)} for refunds without \`reason\` and \`transaction_data\`, for cancelling the order, and for states of shipments`,
    ],
  ],
  [
    'too_many_keys',
    [
      'active keys of a tenant, without staff keys',
      `${maxActiveKeys}, when a key of the tenant issues them; concurrent requests may exceed it by a few`,
    ],
  ],
  ['too_many_webhooks', ['webhooks that follow orders', `${maxFollowers}`]],
  [
    'rate_limited',
    ['tests of a webhook', `${maxPerMinute} a minute`],
    ['bulk redeliveries of a webhook, and changes of its `from`', `${maxPerMinute} a minute each`],
  ],
  [
    null,
    [
      'history of an order',
      `all payments, credits, cancelled parts, splits and returns; the newest ${maxOtherChanges} other changes within ${kb(maxOtherBytes)}, fewer in a very large order. Older changes are dropped`,
    ],
    [
      'rejected orders that wait to be sent again, for each `order-changed` webhook',
      `${count(maxRejected)}; at the limit, its other orders wait too`,
    ],
    ['deliveries restarted by one request', `${maxRestarts}; continue with \`next_cursor\``],
  ],
];

export const limitRows = rows.flatMap(([code, ...limits]) =>
  limits.map((row) => [...row, code ? `${statusOf[code]} \`${code}\`` : 'none']),
);

export const quotaRows = Object.entries(defaultQuotas).map(([plan, quota]) => [
  `\`${plan}\`${plan === defaultPlan ? ', or none' : ''}`,
  count(quota),
]);

const firewall = firewallLimits({ quotas: defaultQuotas });
const largest = Math.max(...Object.values(defaultQuotas)) * 6;
const publicPaths = [...new Set(publicEndpoints.map(({ path }) => `\`/${path.split('/')[1]}\``))];

export const firewallRows = [
  ['one key', `${count(firewall.perKey)}, which is ${firewall.perKey / largest} times the largest quota`],
  ['one IP address', `${count(firewall.perAddress)}, which is ${firewall.perAddress / largest} times the largest quota`],
  ['one IP address, requests without a key', count(firewall.withoutKey)],
  [
    `one IP address, requests for ${publicPaths.slice(0, -1).join(', ')} and ${publicPaths.at(-1)}, with or without a key`,
    count(firewall.publicPaths),
  ],
];
