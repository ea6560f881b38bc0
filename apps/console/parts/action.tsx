import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { randomKey } from '../../client/client.ts';
import type { Write, WriteOptions } from '../writing.ts';
import { FormDialog } from './dialog.tsx';
import type { Edit } from './edit.ts';

type Props = {
  title: string;
  submit?: string;
  isDangerous?: boolean;
  edit?: Edit;
  /** Sends the write. Only operations that are idempotent take the key. */
  call: (options: WriteOptions, idempotencyKey: string) => Promise<unknown>;
  /** False for a write that could have two effects if it is sent twice. */
  isRepeatable?: boolean;
  tookEffect?: () => Promise<boolean>;
  /** The message after success, or how to make it from the response; "Saved." by default. */
  did?: string | ((answer: never) => string);
  done?: (answer: never) => unknown;
  close: () => void;
  children?: ComponentChildren;
};

/** A dialog that sends one write, other than an order's form. */
export function ActionDialog(props: Props) {
  const { call, submit = 'Save', isRepeatable = true, tookEffect, did = 'Saved.', done, children, ...rest } = props;
  function write(): Write {
    const key = randomKey();
    return { call: (options) => call(options, key), isRepeatable, tookEffect };
  }
  async function finish(answer: unknown) {
    await done?.(answer as never);
    return typeof did === 'string' ? did : did(answer as never);
  }
  return (
    <FormDialog submit={submit} write={write} done={finish} {...rest}>
      {children}
    </FormDialog>
  );
}

type Open = (close: () => void) => ComponentChildren;

/** A button that opens a dialog. */
export function DialogButton({ label, isPrimary, dialog: make }: { label: string; isPrimary?: boolean; dialog: Open }) {
  const [dialog, open] = useDialog();
  return (
    <>
      <button type="button" class={isPrimary ? 'primary' : undefined} onClick={() => open(make)}>
        {label}
      </button>
      {dialog}
    </>
  );
}

/** The dialog that is open, and a function that opens one. The dialog is given the function that closes it. */
export function useDialog(): [ComponentChildren, (make: Open) => void] {
  const [dialog, setDialog] = useState<ComponentChildren>();
  return [dialog, (make) => setDialog(make(() => setDialog(undefined)))];
}
