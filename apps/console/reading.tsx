import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { StoreError } from '../client/client.ts';
import { rejectionText } from './rejection.ts';
import { noteRejectedKey } from './session.ts';
import { texts } from './texts.ts';

export type Reading<T> = { data: T | undefined; error: Error | undefined; reload: () => Promise<T | undefined> };

const retryMs = 5_000;

/** Reads when the screen opens and when `key` changes. Retries automatically after an error that may be temporary. */
export function useRead<T>(read: () => Promise<T>, key: string): Reading<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: Error }>({ key });
  const turn = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function reload(): Promise<T | undefined> {
    turn.current += 1;
    const mine = turn.current;
    clearTimeout(timer.current);
    try {
      const data = await read();
      if (mine === turn.current) setState({ key, data });
      return data;
    } catch (error) {
      if (mine !== turn.current) return undefined;
      noteRejectedKey(error);
      setState((before) => ({ ...(before.key === key ? before : {}), key, error: error as Error }));
      const waitMs = waitAfter(error);
      if (waitMs !== undefined) timer.current = setTimeout(reload, waitMs);
      return undefined;
    }
  }

  useEffect(() => {
    reload();
    return () => {
      turn.current += 1;
      clearTimeout(timer.current);
    };
  }, [key]);

  return state.key === key ? { data: state.data, error: state.error, reload } : { data: undefined, error: undefined, reload };
}

/** The milliseconds until a read is retried. Nothing if the error is not temporary. */
export function waitAfter(error: unknown): number | undefined {
  if (!(error instanceof StoreError)) return undefined;
  const { status, retryAfter = status === 429 ? 1 : undefined } = error;
  if (retryAfter !== undefined) return Math.max(retryAfter, 1) * 1000 + 100;
  return status === 0 || status >= 500 ? retryMs : undefined;
}

type ShowProps<T> = { of: Reading<T>; children: (data: T) => ComponentChildren };

/** Shows what was read, that it is still loading, or why it could not be read. Keeps showing old data beside an error. */
export function Show<T>({ of: { data, error, reload }, children }: ShowProps<T>) {
  return (
    <>
      {error && <Failure error={error} retry={reload} />}
      {data === undefined && !error && (
        <p class="loading" role="status">
          {texts.loading}
        </p>
      )}
      {data !== undefined && children(data)}
    </>
  );
}

/** Why something failed. A read that has a button for a retry is also retried automatically. */
export function Failure({ error, retry }: { error: Error; retry?: () => unknown }) {
  return (
    <div class="notice bad" role="alert">
      <p>{messageOf(error, retry && texts.errors.retried)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}

export function messageOf(error: Error, next = texts.errors.notRetried): string {
  if (!(error instanceof StoreError)) return texts.errors.unexpected(error.message);
  if (error.status === 401) return texts.errors.rejectedKey;
  if (error.status === 429) return texts.errors.rateLimited(next.soon, Math.ceil(error.retryAfter ?? 1));
  if (error.status === 0) return texts.errors.offline(next.now);
  if (error.status >= 500) return texts.errors.unavailable(next.now, error.requestId);
  return rejectionText(error);
}
