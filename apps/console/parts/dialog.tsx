import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { StoreError } from '../../client/client.ts';
import { messageOf } from '../reading.tsx';
import { texts } from '../texts.ts';
import { isOutdated, type Outcome, send, type Write } from '../writing.ts';

/** The outcome of the last write, shown below every screen. */
export const told = signal<string>();

export type FormProps = {
  title: string;
  submit: string;
  isDangerous?: boolean;
  /** Makes the write from the fields as they are now. Throws if they are incomplete. */
  write: () => Omit<Write, 'say'>;
  /** Called once the write took effect. Returns the text to show. */
  done: (answer: unknown) => string | Promise<string>;
  /** Called if the version is out of date, before the person is asked again. */
  changed?: () => Promise<unknown>;
  close: () => void;
  children: ComponentChildren;
};

/** A dialog that sends one write, and stays open until it knows the outcome. */
export function FormDialog({ title, submit, isDangerous, children, close, ...rest }: FormProps) {
  const { state, run } = useSend({ ...rest, close });
  const heading = useId();
  const isBusy = state.kind === 'sending';
  return (
    <Dialog labelledBy={heading} close={() => !isBusy && close()}>
      <form
        novalidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) run();
        }}
      >
        <h2 id={heading}>{title}</h2>
        <fieldset class="plain" disabled={isBusy || state.kind === 'unknown'}>
          {children}
        </fieldset>
        <div aria-live="assertive">
          {state.text && (
            <p class={`notice ${isBusy ? 'wait' : 'bad'}`} key={state.text}>
              {state.text}
            </p>
          )}
        </div>
        <footer>
          <button type="button" disabled={isBusy} onClick={close}>
            {texts.cancel}
          </button>
          <button type="submit" class={isDangerous ? 'danger' : 'primary'} aria-disabled={isBusy}>
            {state.kind === 'unknown' ? texts.write.checkAgain : submit}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

type State = { kind: 'editing' | 'sending' | 'unknown'; text?: string };

function useSend({ write, done, changed, close }: Pick<FormProps, 'write' | 'done' | 'changed' | 'close'>) {
  const [state, setState] = useState<State>({ kind: 'editing' });
  const pending = useRef<Omit<Write, 'say'>>(undefined);

  async function run(): Promise<void> {
    const wasLost = pending.current !== undefined;
    try {
      pending.current ??= write();
      setState({ kind: 'sending', text: texts.write.sending });
      const outcome = await send({ ...pending.current, wasLost, say: (text) => setState({ kind: 'sending', text }) });
      await finish(outcome);
    } catch (error) {
      const isUnknown = error instanceof StoreError && error.uncertain && !isOutdated(error);
      if (!isUnknown || !pending.current?.repeatable) pending.current = undefined;
      if (isOutdated(error)) await changed?.();
      const kind = isUnknown && pending.current ? 'unknown' : 'editing';
      setState({ kind, text: kind === 'unknown' ? texts.write.unknown : failureText(error as Error) });
    }
  }

  async function finish({ answer, wasLost }: Outcome) {
    const text = await done(answer);
    told.value = wasLost ? `${text} ${texts.write.wasLost}` : text;
    close();
  }

  return { state, run };
}

/** What to say about a write that failed. */
export function failureText(error: Error): string {
  if (!(error instanceof StoreError)) return messageOf(error);
  if (error.uncertain) return texts.write.unsure;
  return isOutdated(error) ? texts.write.changed : messageOf(error);
}

type DialogProps = { labelledBy: string; close: () => void; children: ComponentChildren };

/** The browser keeps the focus inside, closes it with Escape, and gives the focus back afterwards. */
export function Dialog({ labelledBy, close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current as HTMLDialogElement;
    const opener = document.activeElement as HTMLElement | null;
    element.showModal();
    return () => {
      element.close();
      opener?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      {children}
    </dialog>
  );
}
