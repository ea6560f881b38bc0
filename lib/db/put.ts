import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Action } from './action.ts';
import { send } from './client.ts';
import { lossOf } from './writeErrors.ts';

/** Puts one item alone: half the price of a commit, and no token that would make a repeat of it harmless. */
export async function put({ Put }: Action): Promise<void> {
  await send(new PutCommand(Put as NonNullable<typeof Put>)).catch((error) => {
    throw lossOf(error);
  });
}
