import { describe, expect, test } from '@jest/globals';
import { breaksBetween } from '../../../apps/reference/openapi/breaking/breaks.ts';
import { openApiDocument, webhookDocument } from '../../../apps/reference/openapi/document.ts';
import { breaksWithoutNote } from '../../../infra/lint/interface.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document has no type of its own
type Document = any;

const document: Document = openApiDocument();
const orders = '/v1/management/order/';

function breaksOf(change: (document: Document) => unknown): string[] {
  const changed = structuredClone(document);
  change(changed);
  return breaksBetween(document, changed).map(({ subject, field, change }) =>
    [subject, field, change].filter(Boolean).join(' '),
  );
}

type Change = (document: Document) => unknown;

/** Changes the schema of a name, or a part of it. */
const inSchema =
  (path: string, change: Change): Change =>
  ({ components }) =>
    change(path.split('.').reduce((part, name) => part[name], components.schemas));

const set = (path: string, values: object) => inSchema(path, (part) => Object.assign(part, values));
const add = (path: string, value: unknown) => inSchema(path, (list) => list.push(value));
const remove = (path: string, name: string) => inSchema(path, (part) => delete part[name]);
const addParameter =
  (given: object): Change =>
  ({ paths }) =>
    paths[orders].get.parameters.push({ name: 'page', schema: {}, ...given });

test('the document does not break itself', () => {
  expect(breaksOf(() => undefined)).toEqual([]);
});

test.each<[string, Change, string]>([
  ['a removed operation', ({ paths }) => delete paths[orders].post, 'placeOrder was removed'],
  ['a removed filter', ({ paths }) => paths[orders].get.parameters.shift(), 'getOrders authorized was removed'],
  ['a new required parameter', addParameter({ required: true }), 'getOrders page is now required'],
  [
    'a body that is now required',
    ({ paths }) => Object.assign(paths['/v1/management/order/{number}/payment/'].post.requestBody, { required: true }),
    'createPayment body is now required',
  ],
  [
    'another scope',
    ({ paths }) => Object.assign(paths[orders].get, { security: [] }),
    'getOrders security needs a different key or scope',
  ],
  [
    'another status',
    ({ paths: { [orders]: path } }) => {
      path.post.responses[200] = path.post.responses[201];
      delete path.post.responses[201];
    },
    'placeOrder 201 is no longer a status',
  ],
  ['a removed input', remove('PlaceOrder.properties', 'note'), 'PlaceOrder note was removed'],
  ['a newly required input', add('PlaceOrder.required', 'note'), 'PlaceOrder note is now required'],
  ['a lower limit', set('PlaceOrder.properties.lines', { maxItems: 10 }), 'PlaceOrder lines has a lower `maxItems`'],
  ['a removed value of an input', inSchema('CountryCode.enum', (values) => values.pop()), 'CountryCode accepts fewer values'],
  [
    'null that is no longer accepted',
    set('PlaceOrder.properties.note', { type: 'string' }),
    'PlaceOrder note accepts fewer types',
  ],
  ['a new rule between fields', set('IssueKey', { anyOf: [{ required: ['label'] }] }), 'IssueKey has different alternatives'],
  ['another pattern', set('UpdateTenant.properties.name', { pattern: '^a' }), 'UpdateTenant name has a different `pattern`'],
  ['a removed field of a response', remove('Order.properties', 'balance'), 'Order balance was removed'],
  [
    'a field of a response that can be missing',
    inSchema('Order.required', (names) => names.shift()),
    'Order number can now be missing',
  ],
  [
    'a field of a response that can be null',
    set('Order.properties.total', { type: ['number', 'null'] }),
    'Order total can have other types',
  ],
  ['a new value in a response', add('ShipmentState.enum', 'lost'), 'ShipmentState can have other values'],
])('reports %s', (_, change, expected) => {
  expect(breaksOf(change)).toEqual([expected]);
});

test('reports a removed webhook', () => {
  const { webhooks, components } = webhookDocument();
  const { 'confirm-order': removed, ...others } = webhooks;
  expect(breaksBetween({ webhooks, components }, { webhooks: others, components })).toEqual([
    { subject: 'confirm-order', field: '', change: 'was removed' },
  ]);
});

test.each<[string, Change]>([
  ['a new operation', ({ paths }) => Object.assign(paths, { '/new': paths[orders] })],
  ['a new optional filter', addParameter({})],
  ['a new optional input', set('PlaceOrder.properties', { gift: { type: 'boolean' } })],
  ['a new field of a response', set('Order.properties', { gift: { type: 'boolean' } })],
  ['a higher limit', set('PlaceOrder.properties.lines', { maxItems: 1000 })],
  ['a new value of an input', add('CountryCode.enum', 'XX')],
  ['another description', set('Order', { description: 'An order.' })],
])('does not report %s', (_, change) => {
  expect(breaksOf(change)).toEqual([]);
});

describe('a note in the changelog', () => {
  const removed = { subject: 'Order', field: 'note', change: 'was removed' };
  const changelog = (notes: string) =>
    `# Changelog\n\n## Unreleased\n\n${notes}\n\n## 1.0.0\n\n### Breaking\n\n- \`Order\`: \`note\`\n`;

  test.each([
    ['### Breaking\n\n- `Order`: `note` was removed.\n  Use `reason`.', []],
    ['### Added\n\n- x\n\n### Breaking\n\n- `Tenant`: `x`\n- `Order`: `note`', []],
    ['### Breaking\n\n- `Order`: `total` was removed', [removed]],
    ['### Breaking\n\n- `Order` changed\n- `note` too', [removed]],
    ['### Added\n\n- `Order`: `note`', [removed]],
    ['', [removed]],
  ])('in %j', (notes, missing) => {
    expect(breaksWithoutNote([removed], changelog(notes))).toEqual(missing);
  });
});
