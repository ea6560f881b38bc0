import { StoreError } from '../client/client.ts';
import { endSession, lastWrite } from './session.ts';
import { texts } from './texts.ts';

export type Write = {
  /** Sends the request. Each attempt of one write carries the same idempotency key and version. */
  attempt: () => Promise<unknown>;
  /** Whether the request can be sent again without a second effect. */
  repeatable: boolean;
  /** Checks whether an attempt took effect although its response was lost. Called if the version has changed since, or on a 404. */
  tookEffect?: () => Promise<boolean>;
  /** Whether the response to an earlier attempt was lost. */
  wasLost?: boolean;
  /** Tells the person what is happening. */
  say: (text: string) => void;
};
export type Outcome = { answer: unknown; wasLost: boolean };

const maxAttempts = 5;
const firstWaitMs = 500;

/** Sends a write until its outcome is known. Throws the rejection, or an uncertain error if the outcome stays unknown. */
export async function send(write: Write): Promise<Outcome> {
  lastWrite.isOpen = true;
  try {
    const outcome = await outcomeOf(write);
    lastWrite.isOpen = false;
    return outcome;
  } catch (error) {
    lastWrite.isOpen = error instanceof StoreError && error.uncertain;
    throw error;
  }
}

async function outcomeOf({ attempt, repeatable, tookEffect, wasLost = false, say }: Write): Promise<Outcome> {
  /** A lost attempt that took effect makes every later one outdated, or has removed what it was about. */
  const recognize = async (error: unknown) => {
    if (wasLost && (isOutdated(error) || isGone(error)) && (await tookEffect?.())) return undefined;
    throw error;
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return { answer: await withinLimit(attempt, say).catch(recognize), wasLost };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      wasLost ||= isLost(error);
      error.uncertain = isLost(error) || (wasLost && (error.status === 401 || (isOutdated(error) && !tookEffect)));
      if (error.status === 401) endSession(wasLost ? 'rejectedUnsure' : 'rejectedWrite');
      if (!isLost(error) || !repeatable || tries >= maxAttempts) throw error;
      say(texts.write.checking);
      await sleep(Math.max(firstWaitMs * 2 ** (tries - 1), (error.retryAfter ?? 0) * 1000));
    }
  }
}

/** There was no response, or one that does not say whether the request took effect. */
const isLost = ({ status }: StoreError) => status < 400 || status >= 500;

const isGone = (error: unknown) => error instanceof StoreError && error.status === 404;

/** The version has changed since. */
export const isOutdated = (error: unknown) => error instanceof StoreError && error.status === 412;

/** Waits while the rate limit is reached. */
export async function withinLimit<T>(call: () => Promise<T>, say: Write['say']): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreError) || error.status !== 429) throw error;
      await countDown(error.retryAfter ?? 1, say);
    }
  }
}

async function countDown(seconds: number, say: Write['say']): Promise<void> {
  for (let left = Math.max(1, Math.ceil(seconds)); left > 0; left -= 1) {
    say(texts.write.waiting(left));
    await sleep(1000);
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
