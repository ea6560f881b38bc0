import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { set } from '../db/write.ts';
import { timeId } from '../values/id.ts';
import { healthOf, healthy } from './breaker.ts';
import { dueAt } from './delivery.ts';
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

/** Sets or removes the URL. Setting it, even to the same one, resumes a paused receiver and what has waited for it. */
export async function changeWebhook(tenant: TenantId, name: WebhookName, url: string | null, now: Date): Promise<Webhook> {
  const after = await saveWebhook(tenant, name, (before) => {
    const secrets = url && before.secrets.length === 0 ? withSecret(generateSecret(), [], now) : before.secrets;
    const updated = url === before.url ? before.updated : now.toISOString();
    const calm = url === before.url ? {} : { ...healthy, era: timeId(now) };
    return { url, updated, secrets, paused: false, ...calm, ...(url && name === 'confirm-order' && dueAt(tenant, now)) };
  });
  if (url && name === 'confirm-order') await enqueue(tenant, webhookKey(name));
  return viewOf(name, after, now);
}

/** A new secret, told here and never again. */
export async function replaceSecret(tenant: TenantId, name: WebhookName, now: Date): Promise<string> {
  const secret = generateSecret();
  await saveWebhook(tenant, name, ({ secrets, url, updated }) =>
    secrets[0]?.secret === secret ? { secrets } : { url, updated, secrets: withSecret(secret, secrets, now) },
  );
  return secret;
}

/** Changes the settings of a webhook, unless others do at that instant; how its receiver does is not touched. */
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
