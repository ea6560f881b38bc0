import { type Options, StoreError } from '../client/client.ts';
import { actorOption, endSession, lastWrite, sessionCheck } from './session.ts';
import { things } from './texts.ts';

/** The client options of a write. */
export type WriteOptions = Pick<Options, 'actor' | 'repeatable' | 'retries' | 'onWait'>;
/** With an idempotency key, which does not change if the write is sent again. */
export type KeyedOptions = WriteOptions & { idempotencyKey: string };
export type Write = {
  /** Sends the request. However often it is called, it sends the same idempotency key and version. */
  call: (options: WriteOptions) => Promise<unknown>;
  /** Whether the request can be sent again without a second effect. */
  isRepeatable: boolean;
  /** Checks whether an earlier attempt took effect. Called if the version has changed since, or if there is no such thing any more. */
  tookEffect?: ((wasLost: boolean) => Promise<boolean>) | undefined;
};
export type Outcome = { answer: unknown; wasLost: boolean };
/** Tells the person what is happening. */
type Say = (text: string) => void;

/**
 * Sends a write and waits for its outcome. Throws the rejection, or an uncertain error if the outcome stays unknown. `wasLost` is
 * whether the response to an earlier attempt was lost.
 */
export async function send(write: Write, say: Say, wasLost = false): Promise<Outcome> {
  const isCurrent = sessionCheck();
  lastWrite.isOpen = true;
  lastWrite.sending += 1;
  try {
    const outcome = await outcomeOf(write, say, wasLost);
    if (isCurrent()) lastWrite.isOpen = false;
    return outcome;
  } catch (error) {
    if (!isCurrent()) throw error;
    lastWrite.isOpen = isUncertain(error);
    const isUnsure = lastWrite.runs > 0 || isUncertain(error);
    if (error instanceof StoreError && error.status === 401) endSession(isUnsure ? 'rejectedUnsure' : 'rejectedWrite');
    throw error;
  } finally {
    lastWrite.sending -= 1;
  }
}

async function outcomeOf({ call, isRepeatable, tookEffect }: Write, say: Say, wasLost: boolean): Promise<Outcome> {
  const sayWait = sayingWaits(say);
  const onWait: Options['onWait'] = (error, milliseconds) => {
    wasLost ||= error.uncertain;
    sayWait(error, milliseconds);
  };
  try {
    const answer = await call({ ...actorOption(), ...(isRepeatable && { repeatable: true }), onWait });
    return { answer, wasLost };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    wasLost ||= error.uncertain;
    if (tookEffect && mayBeOwnEffect(error) && (await tookEffect(wasLost).catch(throwUncertain))) {
      return { answer: undefined, wasLost };
    }
    error.uncertain = wasLost && !saysThatNothingHappened(error, tookEffect);
    throw error;
  }
}

/**
 * A lost attempt that took effect makes every later one outdated, or has removed what it was about. A browser may also send a
 * request twice by itself.
 */
const mayBeOwnEffect = (error: StoreError) => error.code === 'not_found' || isOutdated(error);

/** Rethrows an error as uncertain, because an earlier request took effect, or may have. */
export function throwUncertain(error: Error): never {
  throw Object.assign(error, { uncertain: true });
}

/**
 * Whether an error says that the request had no effect, and neither had an attempt that was lost before it. The service checks the
 * key, what it may do and the rate limit before it recognizes a repeat.
 */
export const isRejection = ({ status }: StoreError, wasLost: boolean): boolean =>
  status >= 400 && status < 500 && ![401, 429, ...(wasLost ? [403] : [])].includes(status);

const saysThatNothingHappened = (error: StoreError, tookEffect: unknown) =>
  isRejection(error, true) && (!isOutdated(error) || Boolean(tookEffect));

export const isUncertain = (error: unknown): boolean => error instanceof StoreError && error.uncertain;

/** The error for a version that the page itself knows to be out of date. */
export const outdated = () => new StoreError({ code: 'version_mismatch' }, { status: 412 });

/** The version has changed since. */
export const isOutdated = (error: unknown): boolean => error instanceof StoreError && error.status === 412;

/** Tells the person why the client waits before it sends a request again. */
export const sayingWaits = (say: Say) => (error: StoreError, milliseconds: number) => {
  if (error.status === 429) countDown(milliseconds, say);
  else if (error.uncertain) say('No clear answer. Finding out whether your change was made …');
};

function countDown(milliseconds: number, say: Say): void {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  for (let i = 0; i < seconds; i += 1)
    setTimeout(() => say(`Too many requests. Sending again in ${things(seconds - i, 'second')} …`), i * 1000);
}
