import type { Author } from '../api/call.ts';
import { invalid, notFound } from '../api/errors.ts';
import { auditAction, changes, identified } from '../audit/entry.ts';
import { asLoaded, updateAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { itemsIn, queryPage } from '../db/query.ts';
import { find, findEach } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import type { TenantItem } from '../tenant/tenantItem.ts';
import { timeId } from '../values/id.ts';
import { healthOf, healthy } from './breaker.ts';
import { behindSince } from './changedOrders.ts';
import { checkAt } from './due.ts';
import { type FixedName, type FollowerName, isFollower, type WebhookName, type WebhookPatch, webhookNames } from './inputs.ts';
import { enqueue } from './queue.ts';
import type { Webhook } from './schema.ts';
import { sealAll } from './sealedSecrets.ts';
import { generateSecret, withSecret } from './send.ts';
import { type WebhookItem, webhookKey } from './webhookItem.ts';

export const unset: WebhookItem = { url: null, updated: null, secrets: [], revision: 0 };

export const getWebhookItem = async (tenant: TenantId, name: WebhookName): Promise<WebhookItem> =>
  (await find<WebhookItem>(tenant, webhookKey(name))) ?? absent(name);

/** A store always has the fixed webhooks, but it has only the followers that it created. */
function absent(name: WebhookName): WebhookItem {
  if (isFollower(name)) throw webhookNotFound(name);
  return unset;
}

export const webhookNotFound = (name: FollowerName) => notFound(`webhook ${name} in this store. To create it, set its \`url\``);

/** The fixed webhooks, then the followers by name. */
export async function getWebhooks(tenant: TenantId, now: Date): Promise<Webhook[]> {
  const [{ items }, account] = await Promise.all([
    queryPage(itemsIn<WebhookItem & { sk: string }>(tenant, 'WEBHOOK#', 'ascending'), undefined, 100),
    find<TenantItem>(tenant, 'TENANT'),
  ]);
  const stored = new Map(items.map((item) => [item.sk.slice(webhookKey('').length), item] as const));
  const followers = [...stored.keys()].filter(isFollower);
  const pause = pauseOf(account);
  const view = (name: WebhookName) => currentView(tenant, name, { ...(stored.get(name) ?? unset), ...pause }, now);
  return Promise.all([...webhookNames, ...followers].map(view));
}

export async function getWebhook(tenant: TenantId, name: WebhookName, now: Date): Promise<Webhook> {
  const [item = absent(name), account] = await findEach<[WebhookItem, TenantItem]>(tenant, webhookKey(name), 'TENANT');
  return currentView(tenant, name, { ...item, ...pauseOf(account) }, now);
}

/** Nothing is called during a suspension, as while a webhook is paused. */
const pauseOf = (account: TenantItem | undefined): Pick<WebhookItem, 'paused'> =>
  account?.suspended_since === undefined ? {} : { paused: true };

/** A follower also shows how far it is behind. */
export async function currentView(tenant: TenantId, name: WebhookName, item: WebhookItem, now: Date): Promise<Webhook> {
  const view = webhookView(name, item, now);
  return isFollower(name) ? { ...view, health: { ...view.health, behind_since: await behindSince(tenant, name, item) } } : view;
}

/** Sets or removes the URL. Setting it, even to the same URL, ends a pause and releases the parked deliveries. */
export async function changeWebhook(
  tenant: TenantId,
  name: FixedName,
  { url = null, from }: WebhookPatch,
  by: Author,
  now: Date,
): Promise<Webhook> {
  if (from) throw invalid('from', 'is only for a webhook whose name begins with order-changed; leave it out');
  const decide = (before: WebhookItem) => {
    const secrets = url && before.secrets.length === 0 ? withSecret(generateSecret(), [], now) : before.secrets;
    const updated = url === before.url ? before.updated : now.toISOString();
    const health = url === before.url ? {} : healthy;
    return { url, updated, secrets, paused: false, ...health, ...(url && name === 'confirm-order' && checkAt(tenant, now)) };
  };
  const after = await saveWebhook(tenant, name, { by, now, decide });
  if (url && name === 'confirm-order') await enqueue(tenant, webhookKey(name));
  return webhookView(name, after, now);
}

/** Creates a secret. It is returned only once. */
export async function replaceSecret(tenant: TenantId, name: WebhookName, by: Author, now: Date): Promise<string> {
  const secret = generateSecret();
  const decide = ({ secrets, url, updated }: WebhookItem) => ({ url, updated, secrets: withSecret(secret, secrets, now) });
  await saveWebhook(tenant, name, { by, now, decide });
  return secret;
}

type Decided = Partial<WebhookItem> & Pick<WebhookItem, 'secrets'>;
type Change = { by: Author; now: Date; decide: (before: WebhookItem) => Decided };

/** Updates a webhook's settings with an audit entry, retrying if another request changed them. */
function saveWebhook(tenant: TenantId, name: WebhookName, { by, now, decide }: Change): Promise<WebhookItem> {
  const entryId = timeId(now);
  return retryOnConflict(async () => {
    const found = await find<WebhookItem>(tenant, webhookKey(name));
    const item = found ?? absent(name);
    const decided = decide(item);
    const secrets = await sealAll(decided.secrets, { tenant, name });
    const values = { ...decided, secrets, revision: item.revision + 1 };
    const after = { ...item, ...values };
    const difference = changes(auditedOf(item), auditedOf(after));
    const entry = identified({ name }, difference);
    await commit({
      webhook: updateAction(tenant, webhookKey(name), values, asLoaded(found)),
      audit: difference.isEmpty ? undefined : auditAction(entryId, tenant, by, now, entry),
    });
    return after;
  });
}

/** What the audit log shows of a webhook. It never contains a whole secret. */
export const auditedOf = ({ url, secrets, paused = false }: WebhookItem = unset) => ({
  url,
  paused,
  secret_last_four: lastFourOf(secrets),
});

/** Only a secret that was stored before secrets were sealed lacks its last four characters. */
const lastFourOf = ([newest]: WebhookItem['secrets']) => newest?.last_four ?? newest?.secret.slice(-4) ?? null;

export function webhookView(name: WebhookName, item: WebhookItem, now: Date): Webhook {
  const { url, updated, secrets } = item;
  return { name, url, updated, secret_last_four: lastFourOf(secrets), health: healthOf(item, now) };
}
