import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { FieldError } from '../../../lib/api/errors.ts';
import { StoreError } from '../../client/client.ts';
import { messageOf } from '../reading.tsx';
import { fieldsText, isWithin } from '../rejection.ts';
import { lastWrite, noteRejectedKey, sessionCheck } from '../session.ts';
import { texts } from '../texts.ts';
import { isOutdated, isUncertain, type Outcome, sayingWaits, send, type Write } from '../writing.ts';
import type { Edit } from './edit.ts';
import { FieldErrors } from './fields.tsx';

/** The outcome of the last write, shown below every screen. */
export const told = signal<{ text: string; isFailure?: boolean }>();

export type FormProps = {
  title: string;
  submit: string;
  isDangerous?: boolean;
  /** The fields, if others may change what the dialog edits. */
  edit?: Pick<Edit, 'prepare' | 'isDone' | 'theirs'>;
  /** Makes the write from the fields as they are now. Throws if they are incomplete. */
  write: () => Write;
  /** The message after success, or how to make it from the response. */
  did: string | ((answer: never) => string);
  /** Called once the write took effect, before the message is shown. */
  done?: ((answer: never) => unknown) | undefined;
  /** Called if the version is out of date, before the person is asked again. */
  changed?: () => Promise<unknown>;
  close: () => void;
  children?: ComponentChildren;
};

/** A dialog that sends one write, and stays open until it knows the outcome. */
export function FormDialog({ title, submit, isDangerous, edit, children, close, ...rest }: FormProps) {
  const { state, run } = useSend({ ...rest, title, edit, close });
  const theirs = edit?.theirs() ?? [];
  const isBusy = state.kind === 'sending';
  const form = useRef<HTMLFormElement>(null);
  /** Escape must not throw away what was entered. */
  const isChanged = useRef(false);
  useEffect(() => {
    // The field that had the focus may have been disabled meanwhile.
    const isLost = !isBusy && state.text && !form.current?.contains(document.activeElement);
    const wanted = state.errors ? '[aria-invalid]' : isLost && '[type=submit]';
    if (wanted) form.current?.querySelector<HTMLElement>(wanted)?.focus();
  }, [state]);
  return (
    <Dialog title={title} close={() => !isBusy && !isChanged.current && close()}>
      <form
        ref={form}
        novalidate
        onInput={() => {
          isChanged.current = true;
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) run(event.currentTarget);
        }}
      >
        <fieldset class="plain" disabled={isBusy || state.kind === 'unknown'}>
          {theirs.length > 0 && (
            <div class="notice">
              <p>Somebody else has changed these fields too. If you confirm, your values replace theirs:</p>
              <ul>
                {theirs.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </div>
          )}
          <FieldErrors.Provider value={state.errors ?? []}>{children}</FieldErrors.Provider>
        </fieldset>
        <div aria-live="assertive">
          {state.text && (
            <p class={`notice ${isBusy ? 'info' : 'bad'}`} key={state.text}>
              {state.text}
            </p>
          )}
        </div>
        <footer>
          <button type="button" disabled={isBusy} onClick={close}>
            Cancel
          </button>
          <button type="submit" class={isDangerous ? 'danger' : 'primary'} aria-disabled={isBusy}>
            {state.kind === 'unknown' ? 'Check again' : submit}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

type Failed = { text: string; errors?: readonly FieldError[] };
type State = { kind: 'editing' | 'sending' | 'unknown' } & Partial<Failed>;

type Sending = Pick<FormProps, 'title' | 'edit' | 'write' | 'did' | 'done' | 'changed' | 'close'>;

const unknownText =
  'Still no clear answer. Your change may or may not have been made. “Check again” sends the same request once more. ' +
  'It has no second effect unless somebody has changed the same fields since.';

function useSend({ title, edit, write, did, done, changed, close }: Sending) {
  const [state, setState] = useState<State>({ kind: 'editing' });
  /** The write whose outcome is not known yet. It is sent again as it was. */
  const pending = useRef<Write>(undefined);
  const say = (text: string) => setState({ kind: 'sending', text });

  async function run(form: HTMLFormElement): Promise<void> {
    const wasLost = pending.current !== undefined;
    const isCurrent = sessionCheck();
    told.value = undefined;
    try {
      if (!wasLost) mustBeReadable(form);
      say('Sending …');
      pending.current ??= await makeWrite();
      if (!isCurrent()) return;
      const outcome = await send(pending.current, say, wasLost);
      if (isCurrent()) await succeed(outcome);
    } catch (error) {
      if (isCurrent()) await showFailure(form, error as Error);
    }
  }

  async function succeed({ answer, wasLost }: Outcome): Promise<void> {
    lastWrite.isOpen = false;
    await done?.(answer as never);
    const text = typeof did === 'string' ? did : did(answer as never);
    const outcome = wasLost ? `${text} At first there was no clear answer, but the change was made.` : text;
    told.value = { text: outcome, isFailure: answer instanceof StoreError };
    close();
  }

  async function makeWrite(): Promise<Write> {
    await edit?.prepare({ onWait: sayingWaits(say) });
    return write();
  }

  async function showFailure(form: HTMLFormElement, error: Error): Promise<void> {
    noteRejectedKey(error);
    if (!form.isConnected) told.value = { text: `${title.replace(/\?$/, '')}: ${failureText(error)}`, isFailure: true };
    if (isOutdated(error)) {
      await changed?.();
      // A browser may send a request twice by itself, and show the response to the second one only.
      if (pending.current && edit?.isDone()) return succeed({ answer: undefined, wasLost: false });
    } else if (isUncertain(error) && pending.current?.isRepeatable) return setState({ kind: 'unknown', text: unknownText });
    pending.current = undefined;
    setState({ kind: 'editing', ...failureIn(form, error) });
  }

  return { state, run };
}

/** Throws if a field holds what the browser cannot read, such as half a date, or a number of units outside its limits. */
function mustBeReadable(form: HTMLFormElement): void {
  const invalid = [...form.querySelectorAll<HTMLInputElement>('input:invalid')];
  const wrong = invalid.find(({ max, validity }) => max || validity.badInput);
  if (!wrong) return;
  const remedy =
    wrong.type === 'number' && wrong.max ? `enter a whole number from 0 to ${wrong.max}` : 'complete it, or clear it';
  throw new Error(`${wrong.labels?.[0]?.textContent ?? ''}: ${remedy}.`);
}

/** The reasons that the form shows beside its fields, and what to say below it. */
function failureIn(form: HTMLFormElement, error: Error): Failed {
  const errors = error instanceof StoreError ? error.errors : [];
  const names = [...form.elements].flatMap((element) => element.getAttribute('name') ?? []);
  const marked = names.filter((name) => errors.some(({ field }) => isWithin(field, name)));
  if (marked.length === 0) return { text: failureText(error) };
  const others = errors.filter(({ field }) => !marked.some((name) => isWithin(field, name)));
  const correct = marked.length === 1 ? 'Correct the marked field.' : `Correct the ${marked.length} marked fields.`;
  return { text: `${correct} ${fieldsText(others)}`.trim(), errors };
}

/** What to say about a write that failed. */
export function failureText(error: Error): string {
  if (!(error instanceof StoreError)) return messageOf(error);
  if (error.uncertain) return texts.unsure;
  return isOutdated(error)
    ? 'Somebody else changed this first, so your change was not made. See what changed, then confirm again.'
    : messageOf(error);
}

type DialogProps = { title: string; close: () => void; children: ComponentChildren };

/** The browser keeps the focus inside, closes it with Escape, and gives the focus back afterwards; to the next step if its button has gone. */
export function Dialog({ title, close, children }: DialogProps) {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current as HTMLDialogElement;
    const opener = document.activeElement as HTMLElement | null;
    element.showModal();
    return () => {
      element.close();
      const next = document.querySelector<HTMLElement>('main .actions button') ?? document.getElementById('main');
      (opener?.isConnected ? opener : next)?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // A second Escape in a row closes it whatever `onCancel` does.
      onClose={({ currentTarget }) => {
        if (!currentTarget.isConnected) return;
        currentTarget.showModal();
        close();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
