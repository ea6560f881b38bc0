import { join } from 'node:path';
import { CallRejected, callOperation } from './callOperation.ts';
import { keptKey } from './localKey.ts';

const owner = { first_name: 'Ada', last_name: 'Demo', email: 'ada@example.com', phone: '+4930123456' };
const tenant = { name: 'demo', country: 'DE', timezone: 'Europe/Berlin', owner };
export const products = {
  'TEA-GREEN': { name: 'Green tea, 100 g', price: 7.9, stock: 40, weight: 100 },
  'TEA-BLACK': { name: 'Black tea, 100 g', price: 6.5, stock: 25, weight: 100 },
  'GIFT-CARD': { name: 'Gift card', price: 25, stock: null },
};

/**
 * The management key of the demo tenant, which is created through the API if there are no tenants yet. An interrupted start may
 * have left it unfinished.
 */
export const demoKey = (folder: string, platformKey: string): Promise<string | undefined> =>
  keptKey(join(folder, 'demo-key'), 'management', () => createDemo(platformKey));

async function createDemo(platformKey: string): Promise<string | undefined> {
  const { tenants } = await callOperation(platformKey, 'getTenants', { query: { limit: '1' } });
  const [newest] = tenants;
  if (newest && (newest.name !== tenant.name || newest.owner.email !== owner.email)) return undefined;
  if (!newest) await callOperation(platformKey, 'createTenant', { body: tenant });
  const { secret } = await callOperation(platformKey, 'issueKey', { params: { id: tenant.name }, body: { label: 'demo' } });
  const { orders } = await callOperation(secret, 'getOrders');
  // Cancelling the newest order is the last step. More orders than these were placed by somebody else.
  const isDone = orders.length === customers.length && orders[0].version > 1;
  if (isDone || orders.length > customers.length) return secret;
  if (orders.length === 0) {
    for (const [sku, body] of Object.entries(products)) await callOperation(secret, 'putProduct', { params: { sku }, body });
  }
  await addOrders(secret);
  return secret;
}

const packer = { first_name: 'Wanda', last_name: 'Demo', email: 'wanda@example.com', phone: '+4930123457' };

/**
 * Sign-in links to the console for two people of the demo tenant. They stay the same while their keys are valid. A person who can no
 * longer sign in gets none.
 */
export async function demoLinks(folder: string, key: string, url: string): Promise<Record<string, string>> {
  const find = async ({ email }: typeof owner) => (await callOperation(key, 'getUsers', { query: { email } })).users[0];
  const create = async (person: typeof owner) =>
    (await callOperation(key, 'createUser', { body: { ...person, permissions: { orders: true } } })).user;
  const keyOf = (person: typeof owner, body: object): Promise<string> =>
    keptKey(join(folder, `demo-key-${person.first_name.toLowerCase()}`), 'management', async () => {
      const { id } = (await find(person)) ?? (await create(person));
      return (await callOperation(key, 'issueStaffKey', { params: { id }, body })).secret;
    });
  const links: Record<string, string> = {};
  const link = async (name: string, person: typeof owner, body: object) => {
    const secret = await keyOf(person, body).catch((error) => {
      if (!(error instanceof CallRejected)) throw error;
      process.stderr.write(`No sign-in link for ${name}: ${error.message}\n`);
    });
    if (secret) links[name] = `${url}/console#key=${secret}`;
  };
  await link('Ada Demo, the owner', owner, {});
  await link('Wanda Demo, in the warehouse', packer, { scopes: ['orders:ship'] });
  return links;
}

export const customers = [
  { first_name: 'Grace', last_name: 'Example', email: 'grace@example.com', phone: '+4930555001' },
  { first_name: 'Jörg', last_name: 'Example', email: 'joerg@example.com', phone: '+4930555002' },
  { first_name: 'Mary', last_name: 'Example', company: 'Example Books', email: 'mary@example.com', phone: '+4930555003' },
  { first_name: 'Alan', last_name: 'Example', email: 'alan@example.com', phone: '+4930555004' },
];

/** Four orders: just placed, paid and ready to ship, shipped but unpaid, and cancelled. It can be repeated after an interruption. */
async function addOrders(key: string) {
  const placed: Record<string, string>[] = [];
  const once = (what: string) => ({ 'Idempotency-Key': `demo-${what}` });
  for (const customer of customers) {
    const body = { lines: [{ sku: 'TEA-GREEN', quantity: 2 }], customer, shipping: { name: 'Standard', price: 4.9 } };
    const { orders } = await callOperation(key, 'placeOrder', { body, headers: once(customer.email) });
    placed.push({ number: orders.number, id: orders.shipments[0].id });
  }
  const change = (id: string, params: Record<string, string> | undefined, body: object) =>
    callOperation(key, id, { params, body, headers: once(id) });
  const [, paid, shipped, cancelled] = placed;
  await change('createPayment', paid, { method: 'card', transaction_data: { reference: 'ch_1' } });
  for (const order of [paid, shipped]) await change('updateOrder', order, { authorized: true });
  const tracking = { carrier: 'Post', tracking_number: 'PX123456789DE' };
  await change('updateShipment', shipped, { state: 'shipped', ...tracking });
  await change('updateOrder', cancelled, { cancelled: true, restock: true });
}
