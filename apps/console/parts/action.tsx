import type { ComponentChildren, ComponentType } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { randomKey } from '../../client/client.ts';
import type { KeyedOptions, Write, WriteOptions } from '../writing.ts';
import { Dialog, FormDialog, type FormProps, told } from './dialog.tsx';
import { useLeft } from './left.ts';

type Props = {
  title: string;
  submit?: string;
  isDangerous?: boolean;
  edit?: FormProps['edit'];
  changed?: () => Promise<unknown>;
  /** Sends the write. Only operations that are idempotent take the options with a key. */
  call: (options: WriteOptions, keyed: KeyedOptions) => Promise<unknown>;
  /** False for a write that could have two effects, or undo a change made meanwhile, if it is sent again. */
  isRepeatable?: boolean;
  tookEffect?: () => Promise<boolean>;
  /** The message after success, or how to make it from the response; "Saved." by default. */
  did?: string | ((answer: never) => string);
  done?: (answer: never) => unknown;
  /** The secret in the response, which is then shown. */
  secretOf?: (answer: never) => string | null;
  close: () => void;
  children?: ComponentChildren;
};

/** A dialog that sends one write, other than an order's form. */
export function ActionDialog(props: Props) {
  const { call, submit = 'Save', isRepeatable = true, tookEffect, did = 'Saved.', done, secretOf, close, ...rest } = props;
  const made = useRef<string | null>(undefined);
  const [secret, setSecret] = useState<string | null>();
  const isLeft = useLeft();
  function write(): Write {
    const idempotencyKey = randomKey();
    // Before a form is sent again, it reads what others have changed.
    const once = isRepeatable || !rest.edit ? {} : { retries: 0 };
    return { call: (given) => call({ ...given, ...once }, { ...given, idempotencyKey }), isRepeatable, tookEffect };
  }
  function finish(answer: never) {
    made.current = secretOf?.(answer);
    const finished = done?.(answer);
    // A secret is shown only once, so it does not wait for anything.
    return secretOf ? undefined : finished;
  }
  if (secret !== undefined) return <SecretDialog secret={secret} close={close} />;
  function end() {
    if (made.current === undefined) close();
    else if (isLeft.current) told.value = { text: lostSecret, isFailure: true };
    else setSecret(made.current);
  }
  return <FormDialog submit={submit} write={write} did={did} done={finish} close={end} {...rest} />;
}

const lostSecret =
  'The new secret or link can no longer be shown. If it belongs to a key, revoke the newest key under Keys. Then start again.';

/** Shows a secret that the service shows only once. */
function SecretDialog({ secret, close }: { secret: string | null; close: () => void }) {
  const [copied, setCopied] = useState('');
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('Copied.');
    } catch {
      setCopied('Select the text to copy it.');
    }
  }
  return (
    <Dialog title="Shown only once" close={() => !secret && close()}>
      {secret ? <code class="secret">{secret}</code> : <p class="notice">{lostSecret}</p>}
      <footer>
        {secret && (
          <button type="button" onClick={() => copy(secret)}>
            Copy
          </button>
        )}
        <span role="status">{copied}</span>
        <button type="button" class="primary" onClick={close}>
          {secret ? 'I have saved it' : 'Close'}
        </button>
      </footer>
    </Dialog>
  );
}

export type Closable = { close: () => void };
/** A dialog that changes what its screen shows, and then reads it again. */
export type Reloadable = Closable & { reload: () => unknown };
type ButtonProps<P> = { label: string; isPrimary?: boolean; dialog: ComponentType<P> } & Omit<P, 'close'>;

/** A button that opens a dialog with the other properties. */
export function DialogButton<P extends Closable>({ label, isPrimary, dialog: Content, ...props }: ButtonProps<P>) {
  const [dialog, open] = useDialog();
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'primary' : undefined}
        onClick={() => open(Content, props as unknown as Omit<P, 'close'>)}
      >
        {label}
      </button>
      {dialog}
    </>
  );
}

/** The dialog that is open, and a function that opens one. */
export function useDialog() {
  const [dialog, setDialog] = useState<ComponentChildren>();
  const open = <P extends Closable>(Content: ComponentType<P>, props: Omit<P, 'close'>) =>
    setDialog(<Content {...(props as P)} close={() => setDialog(undefined)} />);
  return [dialog, open] as const;
}
