import { useState } from 'preact/hooks';
import { textOf } from '../../imports/csv.ts';
import { link } from '../address.ts';
import { noteRejectedKey, sessionCheck } from '../session.ts';
import { failureText } from './dialog.tsx';
import { FileField, TextArea } from './fields.tsx';
import { isRunning, type Progress, Result, runAll } from './run.tsx';
import { type Column, Table } from './table.tsx';

/** `isOpen`: a check found that the row can be carried out. `isDone`: there is nothing more to do. */
export type Outcome = { text: string; number?: string | null | undefined; isOpen?: boolean; isDone?: boolean };
type Row = { line: number };
export type Decided<R> = { row: R; outcome: Outcome };

type Props<R> = {
  title: string;
  hint: string;
  /** Says that the list can be used again, and why. */
  again: string;
  /** The button that carries out so many rows. */
  start: (count: number) => string;
  /** Throws if the list cannot be read. */
  rowsIn: (text: string) => R[];
  /** Makes the function that decides a row and, unless it is a check, carries it out. */
  handler: (isCheck: boolean) => (row: R) => Promise<Outcome>;
  /** Called after rows were carried out. */
  done?: () => void;
  /** How a row names its order. */
  nameOf: (row: R) => string;
  columns: Column<Decided<R>>[];
};

/** A pasted or chosen list. A check shows what would become of each line, before they are carried out. */
export function CheckedList<R extends Row>({
  title,
  hint,
  again,
  start: startText,
  rowsIn,
  handler,
  done,
  nameOf,
  columns,
}: Props<R>) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<Progress>();
  const [decided, setDecided] = useState<Decided<R>[]>([]);
  const [checked, setChecked] = useState<string>();
  const open = decided.filter(({ outcome }) => outcome.isOpen).length;
  const isBusy = isRunning(progress);

  function change(next: string): void {
    setText(next);
    setDecided([]);
    setProgress(undefined);
    setProblem(undefined);
  }

  async function choose(file: File): Promise<void> {
    try {
      change(textOf(await file.arrayBuffer(), file.name));
    } catch (error) {
      change('');
      setProblem((error as Error).message);
    }
  }

  async function start(isCheck: boolean): Promise<void> {
    const isCurrent = sessionCheck();
    const handle = handler(isCheck);
    const outcomes: Decided<R>[] = [];
    try {
      const rows = text.trim() ? rowsIn(text) : [];
      if (rows.length === 0) throw new Error('The list is empty. Paste it, or choose a file.');
      await runAll(
        rows,
        async (row) => {
          const outcome = await handle(row).catch((error): Outcome => {
            if (isCurrent()) noteRejectedKey(error);
            return { text: failureText(error) };
          });
          outcomes.push({ row, outcome });
          return outcome.isDone ? undefined : { id: `${row.line}`, text: `Order ${nameOf(row)}: ${outcome.text}` };
        },
        (progress) => {
          setProgress(progress);
          setDecided([...outcomes]);
        },
        1,
        // A check writes nothing that could have taken effect.
        isCheck ? 'sending' : 'runs',
      );
      setChecked(isCheck ? text : undefined);
      if (!isCheck && isCurrent()) done?.();
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <details class="card">
      <summary>{title}</summary>
      <fieldset class="plain" disabled={isBusy}>
        <TextArea label="List" hint={hint} value={text} onChange={change} />
        <FileField label="Or choose a file" onChoose={choose} />
      </fieldset>
      <p class="row">
        <button type="button" disabled={isBusy} onClick={() => start(true)}>
          Check the list
        </button>
        {checked === text && open > 0 && (
          <button type="button" class="primary" disabled={isBusy} onClick={() => start(false)}>
            {startText(open)}
          </button>
        )}
        <small>{again}</small>
      </p>
      <div aria-live="polite">
        {problem && <p class="notice bad">{problem}</p>}
        {progress && <Result of={{ ...progress, problems: [] }} ended="Finished. Each line shows its outcome." />}
      </div>
      {decided.length > 0 && (
        <Table
          caption={title}
          rows={decided}
          keyOf={({ row }) => `${row.line}`}
          columns={[
            { head: 'Line', cell: ({ row }) => row.line, isNumber: true },
            {
              head: 'Order',
              cell: ({ row, outcome: { number } }) => (number ? <a href={link(['orders', number])}>{number}</a> : nameOf(row)),
            },
            ...columns,
            { head: 'Outcome', cell: ({ outcome }) => outcome.text },
          ]}
        />
      )}
    </details>
  );
}
