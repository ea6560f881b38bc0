import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { set } from '../db/write.ts';
import { healthOf, healthy } from './breaker.ts';
import { checkAt } from './due.ts';
import type { WebhookName } from './inputs.ts';
import { enqueue } from './queue.ts';
import type { Webhook } from './schema.ts';
import { generateSecret, withSecret } from './send.ts';
import { type WebhookItem, webhookKey } from './webhookItem.ts';

const unset: WebhookItem = { url: null, updated: null, secrets: [] };

export const getWebhookItem = async (tenant: TenantId, name: WebhookName): Promise<WebhookItem> =>
  (await find<WebhookItem>(tenant, webhookKey(name))) ?? unset;

export async function getWebhook(tenant: TenantId, name: WebhookName, now: Date): Promise<Webhook> {
  return viewOf(name, await getWebhookItem(tenant, name), now);
}

/** Sets or removes the URL. Setting it, even to the same URL, ends a pause and releases the parked deliveries. */
export async function changeWebhook(tenant: TenantId, name: WebhookName, url: string | null, now: Date): Promise<Webhook> {
  const after = await saveWebhook(tenant, name, (before) => {
    const secrets = url && before.secrets.length === 0 ? withSecret(generateSecret(), [], now) : before.secrets;
    const updated = url === before.url ? before.updated : now.toISOString();
    const health = url === before.url ? {} : healthy;
    return { url, updated, secrets, paused: false, ...health, ...(url && name === 'confirm-order' && checkAt(tenant, now)) };
  });
  if (url && name === 'confirm-order') await enqueue(tenant, webhookKey(name));
  return viewOf(name, after, now);
}

/** Creates a secret. It is returned only once. */
export async function replaceSecret(tenant: TenantId, name: WebhookName, now: Date): Promise<string> {
  const secret = generateSecret();
  await saveWebhook(tenant, name, ({ secrets, url, updated }) =>
    secrets[0]?.secret === secret ? { secrets } : { url, updated, secrets: withSecret(secret, secrets, now) },
  );
  return secret;
}

/** Updates a webhook's settings, retrying if another request changed them. */
const saveWebhook = (tenant: TenantId, name: WebhookName, decide: (before: WebhookItem) => Partial<WebhookItem>) =>
  retryOnConflict(async () => {
    const item = await find<WebhookItem>(tenant, webhookKey(name));
    const expression = item ? 'revision = :seen' : 'attribute_not_exists(pk)';
    const values = { ...decide(item ?? unset), revision: (item?.revision ?? 0) + 1 };
    return set<WebhookItem>(tenant, webhookKey(name), values, {
      expression,
      ...(item && { values: { ':seen': item.revision } }),
    });
  });

function viewOf(name: WebhookName, item: WebhookItem, now: Date): Webhook {
  const { url, updated, secrets } = item;
  return { name, url, updated, secret_last_four: secrets[0]?.secret.slice(-4) ?? null, health: healthOf(item, now) };
}
