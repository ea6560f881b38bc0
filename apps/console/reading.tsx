import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { type Options, StoreError } from '../client/client.ts';
import { rejectionText } from './rejection.ts';
import { noteRejectedKey } from './session.ts';
import { things } from './texts.ts';

/** The client options of a read. */
export type ReadOptions = Pick<Options, 'signal' | 'retries' | 'onWait'>;
type Read<T> = (options: ReadOptions) => Promise<T>;
type State<T> = {
  data?: T | undefined;
  isLoading?: boolean;
  error?: Error;
  /** Whether the client retries after this error. */
  isRetried?: boolean;
};
export type Reading<T> = State<T> & { reload: () => Promise<T | undefined> };
export type Shown<T> = State<T> & { reload: () => unknown };

/** Reads when the screen opens and when `key` changes. Retries what may succeed later for as long as the screen is open. */
export function useRead<T>(read: Read<T>, key: string): Reading<T> {
  const newest = useLatest(read);
  const { shown, load } = useLoad(newest, key);
  return { ...shown, reload: () => load(newest) };
}

/** Like `useRead`, with a function that reads something else in its place. Only the latest read is shown; it cancels the others. */
export function useLoad<T>(first: Read<T>, key: string) {
  const state = useSignal<State<T> & { key: string }>({ key, isLoading: true });
  const running = useRef<AbortController>(undefined);
  const latest = useRef<Promise<T | undefined>>(undefined);
  const last = useRef(first);

  /**
   * Resolves with undefined as soon as an attempt fails, although the client goes on. A read that another one cancelled resolves
   * with what the other one finds.
   */
  function load(read: Read<T>): Promise<T | undefined> {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    last.current = read;
    const show = (change: State<T>) => {
      const { key, data } = state.peek();
      if (!signal.aborted) state.value = { key, data, ...change };
    };
    show({ isLoading: true });
    latest.current = new Promise((resolve) => {
      const onWait = (error: Error) => {
        show({ isLoading: true, error, isRetried: true });
        resolve(undefined);
      };
      const succeed = (data: T) => {
        show({ data });
        resolve(data);
      };
      const fail = (error: Error) => {
        if (running.current !== controller) return resolve(latest.current);
        if (!signal.aborted) noteRejectedKey(error);
        show({ error });
        // Ends the other calls of this read.
        controller.abort();
        resolve(undefined);
      };
      read({ signal, retries: Number.POSITIVE_INFINITY, onWait }).then(succeed, fail);
    });
    return latest.current;
  }

  useEffect(() => {
    state.value = { key };
    load(first);
    return () => running.current?.abort();
  }, [key]);

  const shown: State<T> = state.value.key === key ? state.value : { isLoading: true };
  return { shown, now: () => state.peek() as State<T>, load, retry: () => load(last.current) };
}

/** A function that never changes, and calls the one of the latest rendering. */
export function useLatest<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => R {
  const latest = useRef(call);
  latest.current = call;
  return useCallback((...args: A) => latest.current(...args), []);
}

type ShowProps<T> = { of: Shown<T>; loading?: string; children?: (data: T) => ComponentChildren };

/** Shows what was read, that it is still loading, or why it could not be read. Keeps showing old data beside an error. */
export function Show<T>({ of: { data, error, isRetried, reload }, loading = 'Loading …', children }: ShowProps<T>) {
  return (
    <>
      {error && <Failure error={error} isRetried={isRetried} retry={reload} />}
      {data === undefined && (!error || isRetried) && (
        <p class="loading" role="status">
          {loading}
        </p>
      )}
      {data !== undefined && children?.(data)}
    </>
  );
}

const retried = { soon: 'Trying again', now: 'Still trying.' };
const notRetried = { soon: 'Try again', now: 'Try again.' };

type FailureProps = { error: Error; isRetried?: boolean | undefined; retry?: () => unknown };

/** Why something failed, and whether it is retried. */
export function Failure({ error, isRetried, retry }: FailureProps) {
  return (
    <div class="notice bad" role="alert">
      <p>{messageOf(error, isRetried ? retried : notRetried)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

export function messageOf(error: Error, next = notRetried): string {
  if (!(error instanceof StoreError)) return error.message;
  if (error.status === 401) return 'This key no longer works. Sign in with another one.';
  if (error.status === 429) return `Too many requests. ${next.soon} in ${things(Math.ceil(error.retryAfter ?? 1), 'second')}.`;
  if (error.status === 0) return `No response from the service. Check your connection. ${next.now}`;
  if (error.status >= 500)
    return `The service failed or is unavailable. ${next.now}${error.requestId ? ` Request ${error.requestId}.` : ''}`;
  return rejectionText(error);
}
