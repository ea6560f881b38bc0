import type { StoryCall } from '../../infra/smoke/story.ts';
import { platform } from './actors.ts';
import { type Answer, call, rowOf } from './call.ts';

/** Plays the story. Fails at the first call that does not succeed. Keeps the payloads of each operation. */
export function storyCaller(send: typeof call = call) {
  const payloads: Record<string, Answer['payload'][]> = {};
  let storeKey: string | undefined;
  const done = async (id: string, { as, check, status, title, ...options }: StoryCall = {}) => {
    const answer = await send(id, { as: as ?? (rowOf(id).caller === 'platform' ? platform : storeKey), ...options });
    const problem = answer.status >= 300 ? answer.text : check?.(answer.payload);
    if (problem) throw new Error(`${id}: ${problem}`);
    payloads[id] = [...(payloads[id] ?? []), answer.payload];
    return answer.payload;
  };
  const useKey = (key: string) => {
    storeKey = key;
  };
  return { call: done, need: done, useKey, payloads };
}
