import type { Author } from '../api/call.ts';
import { ApiError, invalid } from '../api/errors.ts';
import { auditAction, changes, identified } from '../audit/entry.ts';
import { type Action, asLoaded, deleteAction, exists, type Item, putAction, updateAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { find, findEach } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit, setIf } from '../db/write.ts';
import type { TenantItem } from '../tenant/tenantItem.ts';
import { timeId } from '../values/id.ts';
import { healthy } from './breaker.ts';
import { readStart } from './changedOrders.ts';
import { followedAt } from './due.ts';
import type { FollowerName, WebhookPatch } from './inputs.ts';
import { maxFollowers } from './limits.ts';
import { countPerMinute } from './perMinute.ts';
import { enqueue } from './queue.ts';
import type { Webhook } from './schema.ts';
import { sealAll } from './sealedSecrets.ts';
import { generateSecret, withSecret } from './send.ts';
import { type PositionItem, positionKey, type WebhookItem, webhookKey } from './webhookItem.ts';
import { auditedOf, currentView, unset, webhookNotFound, webhookView } from './webhookSettings.ts';

/** What only its runs change. */
const initialState = { lease: '', rejected: [] };
const initial: WebhookItem = { ...unset, ...initialState };

/** Until every function knows a new follower, changes do not start it. */
const firstRunsSeconds = [0, 5, 10, 15, 20, 25, 30];

/** Creates a follower with its first URL, changes it, or removes it with everything it knows. */
export async function changeFollower(
  tenant: TenantId,
  name: FollowerName,
  patch: WebhookPatch,
  by: Author,
  now: Date,
): Promise<Webhook> {
  if (patch.url === null && patch.from) throw invalid('from', 'cannot be sent with a `url` of null, which removes the webhook');
  if (patch.from) await countReplay(tenant, name, patch, now);
  const [entryId, era, secret] = [timeId(now), timeId(now), generateSecret()];
  const { before, after } = await retryOnConflict(async () => {
    const keys = ['TENANT', webhookKey(name), positionKey(name)] as const;
    const [account, before, position] = await findEach<[TenantItem, WebhookItem, PositionItem]>(tenant, ...keys);
    const { followers = [] } = account as TenantItem;
    if (!before && !patch.url) throw webhookNotFound(name);
    const seal = () => sealAll(before?.secrets ?? withSecret(secret, [], now), { tenant, name });
    const values = patch.url === null ? undefined : settingsAfter(before, patch, await seal(), now);
    const after = values && { ...(before ?? initial), ...values };
    const { from } = patch;
    const difference = changes(auditedOf(before), { ...auditedOf(after), ...(from && { from }) });
    await commit({
      webhook: webhookAction(tenant, name, before, values),
      position: after
        ? await positionAction(tenant, name, position, { from, era, now })
        : deleteAction(tenant, positionKey(name)),
      tenant: before && after ? undefined : followersAction(tenant, followers, name, after !== undefined),
      audit: difference.isEmpty ? undefined : auditAction(entryId, tenant, by, now, identified({ name }, difference)),
    });
    return { before, after };
  });
  if (after) await Promise.all((before ? [0] : firstRunsSeconds).map((s) => enqueue(tenant, webhookKey(name), s)));
  return after ? currentView(tenant, name, after, now) : webhookView(name, { ...initial, updated: now.toISOString() }, now);
}

/** Creating a follower with `from` counts too, so removing it first does not help. */
async function countReplay(tenant: TenantId, name: FollowerName, { url }: WebhookPatch, now: Date): Promise<void> {
  if (!url && !(await find<WebhookItem>(tenant, webhookKey(name)))) throw webhookNotFound(name);
  await countPerMinute(tenant, name, 'replays', now);
}

/** Any change ends a pause, and lets rejected orders be sent at once. */
function settingsAfter(before: WebhookItem | undefined, { url }: WebhookPatch, secrets: WebhookItem['secrets'], now: Date) {
  const isSame = before !== undefined && (url === undefined || url === before.url);
  return {
    url: url ?? before?.url ?? null,
    updated: isSame ? before.updated : now.toISOString(),
    secrets,
    revision: (before?.revision ?? 0) + 1,
    paused: false,
    woken: now.toISOString(),
    failing_since: undefined,
    ...(!isSame && healthy),
  };
}

function webhookAction(tenant: TenantId, name: FollowerName, before: WebhookItem | undefined, values: Item | undefined) {
  if (!values) return deleteAction(tenant, webhookKey(name), asLoaded(before));
  const set = { ...values, ...followedAt(tenant, name) };
  return updateAction(tenant, webhookKey(name), set, asLoaded(before), before ? {} : initialState);
}

type Start = { from: string | undefined; era: string; now: Date };

/**
 * A run in progress can no longer save its position, so what it still sends to a former URL does not count. A new `from` starts a
 * new era. It never skips what was not sent yet.
 */
async function positionAction(
  tenant: TenantId,
  name: FollowerName,
  before: PositionItem | undefined,
  { from, era, now }: Start,
): Promise<Action> {
  const sk = positionKey(name);
  if (!before) {
    const start = await readStart(tenant, from ?? now.toISOString(), now);
    return putAction(tenant, sk, { era, revision: 1, ...start, rejected: {}, probes: 0 } satisfies PositionItem);
  }
  const earliest = from && from < before.position ? from : before.position;
  const values = { revision: before.revision + 1, ...(from && { era, position: earliest, sent: {} }) };
  return updateAction(tenant, sk, values, asLoaded(before));
}

/** The tenant's item names its followers: the key check reads it anyway. */
function followersAction(tenant: TenantId, before: string[], name: FollowerName, isAdded: boolean): Action {
  const others = before.filter((other) => other !== name);
  if (isAdded && others.length >= maxFollowers) {
    const message = `This store has ${maxFollowers} webhooks that follow its orders, which is the limit. Remove one first by setting its \`url\` to null.`;
    throw new ApiError('too_many_webhooks', message, { max: maxFollowers });
  }
  const followers = isAdded ? [...others, name] : others;
  const unchanged = { expression: 'followers = :before', values: { ':before': before } };
  const condition = before.length > 0 ? unchanged : { expression: 'attribute_not_exists(followers)' };
  return updateAction(tenant, 'TENANT', { followers: followers.length > 0 ? followers : undefined }, condition);
}

/** Lets a follower send at once what its receiver rejected. */
export async function wake(tenant: TenantId, name: FollowerName, values: Item, now: Date): Promise<void> {
  await setIf(tenant, webhookKey(name), { ...values, failing_since: undefined, woken: now.toISOString() }, exists);
  await enqueue(tenant, webhookKey(name));
}
