import { useState } from 'preact/hooks';
import { textOf } from '../../imports/csv.ts';
import { csvProducts } from '../../imports/productCsv.ts';
import { type Entry, isRejection, type Rejection } from '../../imports/productRows.ts';
import { saveProduct } from '../../imports/saveProduct.ts';
import { currency } from '../format.ts';
import { failureText } from '../parts/dialog.tsx';
import { session, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { send, type WriteOptions } from '../writing.ts';

type Progress = { done: number; total: number; note: string; rejected: readonly Rejection[]; isEnded: boolean };

/** Creates or updates the products of a file, row by row, and lists the rows that were rejected. */
export function Import({ done }: { done: () => void }) {
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<string>();

  async function start(file: File | undefined): Promise<void> {
    if (!file) return;
    setProblem(undefined);
    setProgress(undefined);
    try {
      const text = textOf(await file.arrayBuffer(), file.name);
      await importEntries(csvProducts(text, currency()), setProgress);
    } catch (error) {
      setProblem((error as Error).message);
    }
    done();
  }

  return (
    <details class="card">
      <summary>{texts.csv.title}</summary>
      <ul class="small">
        {texts.csv.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <label>
        {texts.csv.file}{' '}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          disabled={progress && !progress.isEnded}
          onChange={({ currentTarget }) => start(currentTarget.files?.[0])}
        />
      </label>
      <div aria-live="polite">
        {problem && <p class="notice bad">{problem}</p>}
        {progress && <Result of={progress} />}
      </div>
    </details>
  );
}

async function importEntries(entries: readonly Entry[], show: (progress: Progress) => void): Promise<void> {
  const rejected: Rejection[] = [];
  const update = (done: number, note = '') =>
    show({ done, total: entries.length, note, rejected: [...rejected], isEnded: done === entries.length });
  update(0);
  for (const [i, entry] of entries.entries()) {
    if (!session.peek()) return;
    const rejection = await importEntry(entry, (note) => update(i, note));
    if (rejection) rejected.push(rejection);
    update(i + 1);
  }
}

async function importEntry(entry: Entry, say: (text: string) => void): Promise<Rejection | undefined> {
  if (isRejection(entry)) return entry;
  const { line, product } = entry;
  const { sku } = product;
  const call = (options: WriteOptions) => saveProduct(storeSession().store, product, options);
  // The client itself repeats what can be repeated, which a stock count cannot.
  const sent = send({ call, isRepeatable: false }, say);
  const reason = await sent.then(({ answer }) => answer as string | undefined, failureText);
  return reason === undefined ? undefined : { line, sku, reason };
}

const Result = ({ of: { done, total, note, rejected, isEnded } }: { of: Progress }) => (
  <>
    <progress max={total} value={done} aria-label={texts.csv.progress} />
    <p>
      {texts.csv.counted(done, total, rejected.length)} {note}
    </p>
    {isEnded && rejected.length === 0 && <p class="notice good">{texts.csv.ended}</p>}
    {rejected.length > 0 && (
      <ul>
        {rejected.map(({ line, sku, reason }) => (
          <li key={line}>{texts.csv.problem(line, sku, reason)}</li>
        ))}
      </ul>
    )}
  </>
);
