import { useState } from 'preact/hooks';
import { textOf } from '../../imports/csv.ts';
import { link } from '../address.ts';
import { texts } from '../texts.ts';
import { failureText } from './dialog.tsx';
import { TextArea } from './fields.tsx';
import { isRunning, type Progress, Result, runAll } from './run.tsx';
import { type Column, Table } from './table.tsx';

/** `isOpen`: a check found that the row can be carried out. `isDone`: nothing more is to do. */
export type Outcome = { text: string; number?: string | null | undefined; isOpen?: boolean; isDone?: boolean };
type Row = { line: number };
export type Decided<R> = { row: R; outcome: Outcome };

type Say = { title: string; hint: string; start: (count: number) => string; again: string };

type Props<R> = {
  say: Say;
  /** Throws if the list cannot be read. */
  rowsIn: (text: string) => R[];
  /** Makes the function that decides a row and, unless it is a check, carries it out. */
  handler: (isCheck: boolean) => (row: R) => Promise<Outcome>;
  /** How a row names its order. */
  nameOf: (row: R) => string;
  columns: Column<Decided<R>>[];
};

/** A pasted or chosen list. A check shows what would become of each line, before they are carried out. */
export function CheckedList<R extends Row>({ say, rowsIn, handler, nameOf, columns }: Props<R>) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<Progress>();
  const [decided, setDecided] = useState<Decided<R>[]>([]);
  const [isChecked, setChecked] = useState(false);
  const open = decided.filter(({ outcome }) => outcome.isOpen).length;
  const isBusy = isRunning(progress);

  function change(next: string): void {
    setText(next);
    setChecked(false);
    setDecided([]);
    setProgress(undefined);
    setProblem(undefined);
  }

  async function start(isCheck: boolean): Promise<void> {
    const handle = handler(isCheck);
    const outcomes: Decided<R>[] = [];
    try {
      const rows = rowsIn(text);
      if (rows.length === 0) throw new Error(texts.list.empty);
      setDecided([]);
      await runAll(
        rows,
        async (row) => {
          const outcome = await handle(row).catch((error): Outcome => ({ text: failureText(error) }));
          outcomes.push({ row, outcome });
          setDecided([...outcomes]);
          return outcome.isDone ? undefined : { id: `${row.line}`, text: texts.bulk.problem(nameOf(row), outcome.text) };
        },
        setProgress,
      );
      setChecked(isCheck);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <details class="card">
      <summary>{say.title}</summary>
      <TextArea label={texts.list.list} hint={say.hint} value={text} onChange={change} />
      <label>
        {texts.list.file}{' '}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={async ({ currentTarget: { files } }) => {
            const file = files?.[0];
            if (file) change(textOf(await file.arrayBuffer(), file.name));
          }}
        />
      </label>
      <p class="row">
        <button type="button" disabled={isBusy} onClick={() => start(true)}>
          {texts.list.check}
        </button>
        {isChecked && open > 0 && (
          <button type="button" class="primary" disabled={isBusy} onClick={() => start(false)}>
            {say.start(open)}
          </button>
        )}
        <small>{say.again}</small>
      </p>
      <div aria-live="polite">
        {problem && <p class="notice bad">{problem}</p>}
        {progress && <Result of={{ ...progress, problems: [] }} say={{ ...texts.run, ended: texts.run.over }} />}
      </div>
      {decided.length > 0 && (
        <Table
          caption={say.title}
          rows={decided}
          keyOf={({ row }) => `${row.line}`}
          columns={[
            { head: texts.list.line, cell: ({ row }) => row.line, isNumber: true },
            {
              head: texts.orders.number,
              cell: ({ row, outcome: { number } }) => (number ? <a href={link(['orders', number])}>{number}</a> : nameOf(row)),
            },
            ...columns,
            { head: texts.list.outcome, cell: ({ outcome }) => outcome.text },
          ]}
        />
      )}
    </details>
  );
}
