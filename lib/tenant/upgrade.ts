import { checkAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { partition, queryPage } from '../db/query.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { claimEmailAction } from '../user/emails.ts';
import type { User } from '../user/schema.ts';
import { type UserItem, userKey, userOf } from '../user/userItem.ts';

/** Claims the e-mail address of each user, oldest user first. Returns the users whose address another user has. */
export async function upgradeUsers(tenant: TenantId): Promise<User[]> {
  const source = partition<UserItem & { sk: string }>(tenant, 'USER#', 'ascending');
  const duplicates: User[] = [];
  let after: string | undefined;
  do {
    const { items, last } = await queryPage(source, after, 100);
    for (const item of items) {
      const user = await retryOnConflict(() => claim(tenant, userOf(item).id));
      if (user) duplicates.push(user);
    }
    after = last;
  } while (after !== undefined);
  return duplicates;
}

/** Returns the user if another one has claimed the address. */
async function claim(tenant: TenantId, id: string): Promise<User | undefined> {
  const item = (await find<UserItem>(tenant, userKey(id))) as UserItem;
  const user = userOf(item);
  const unchanged = checkAction(tenant, userKey(id), { expression: 'json = :json', values: { ':json': item.json } });
  try {
    await commit({ user: unchanged, email: claimEmailAction(tenant, user) });
    return undefined;
  } catch (error) {
    if (error instanceof ConditionFailed && !error.failed.has('user')) return user;
    throw error;
  }
}
