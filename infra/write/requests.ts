import { routes } from '../../lib/routes.ts';
import { examplesOf, recordedOperations } from '../openapi/examples.ts';
import { keepWritten } from './written.ts';

const answerTo = (id: string, path: string) => `{{${id}.response.body.$.payload.${path}}}`;

/** What stands behind each word of a path. */
const inPath: Record<string, string> = {
  tenant: answerTo('createTenant', 'tenant.id'),
  key: answerTo('issueKey', 'key.id'),
  product: 'TEA-GREEN',
  order: answerTo('placeOrder', 'orders.number'),
  shipment: answerTo('placeOrder', 'orders.shipments[0].id'),
  user: answerTo('createUser', 'user.id'),
  webhook: 'confirm-order',
  delivery: answerTo('getDeliveries', 'deliveries[0].id'),
};

/** What can be had once only, or goes by, is new each time. */
const anew: [id: string, recorded: RegExp, written: string][] = [
  ['createTenant', /"tea-house"/, '"tea-house-{{$timestamp}}"'],
  ['linkDomain', /"shop\.example\.com"/, '"shop-{{$timestamp}}.example.com"'],
  ['overrideAvailability', /"until": "[^"]+"/, '"until": "{{$datetime iso8601 1 d}}"'],
  ['', /"tea-house"/, `"${answerTo('createTenant', 'tenant.name')}"`],
];

const head = `# Every operation with an example, written by \`npm run write\`. For the REST Client of Visual Studio Code and for other
# tools that know this form. Set PLATFORM_API_KEY in the environment (after \`npm start\` the key is in .data/platform-key),
# then send them from top to bottom: the first ones make a tenant, and the key that the rest is called with.

@url = http://127.0.0.1:3000
@platformKey = {{$processEnv PLATFORM_API_KEY}}
@storeKey = ${answerTo('issueKey', 'secret')}
`;

/** `npm run write`: every operation with its recorded request, in the order in which they were recorded. */
keepWritten('docs/requests.http', `${head}\n${recordedOperations.map(request).join('\n')}`);

function request(id: string): string {
  const row = routes.find((route) => route.id === id);
  if (!row) throw new Error(`An example is recorded of ${id}, which is no operation: npm run examples`);
  const path = row.path.replace(/(\w+)\/\{\w+\}/g, (_, word: string) => `${word}/${inPath[word]}`);
  const key = row.caller === 'platform' ? 'platformKey' : 'storeKey';
  const lines = [`### ${row.summary}`, `# @name ${id}`, `${row.method} {{url}}${path}`, `X-API-KEY: {{${key}}}`];
  const body = examplesOf(id)[0]?.body;
  if (body) lines.push('Content-Type: application/json', '', bodyOf(id, body));
  return `${lines.join('\n')}\n`;
}

function bodyOf(id: string, body: object): string {
  const fitting = anew.filter(([of]) => of === id || of === '');
  return fitting.reduce((text, [, recorded, written]) => text.replace(recorded, written), JSON.stringify(body, null, 2));
}
