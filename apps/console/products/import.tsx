import { useState } from 'preact/hooks';
import { textOf } from '../../imports/csv.ts';
import { csvProducts } from '../../imports/productCsv.ts';
import { type Entry, isRejection, type Rejection } from '../../imports/productRows.ts';
import { saveProduct } from '../../imports/saveProduct.ts';
import { currency } from '../format.ts';
import { failureText } from '../parts/dialog.tsx';
import { isRunning, type Problem, type Progress, Result, runAll } from '../parts/run.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { send, type WriteOptions } from '../writing.ts';

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
      await runAll(csvProducts(text, currency()), importEntry, setProgress);
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
          disabled={isRunning(progress)}
          onChange={({ currentTarget }) => start(currentTarget.files?.[0])}
        />
      </label>
      <div aria-live="polite">
        {problem && <p class="notice bad">{problem}</p>}
        {progress && <Result of={progress} say={texts.csv} />}
      </div>
    </details>
  );
}

const problemOf = ({ line, sku, reason }: Rejection): Problem => ({
  id: `${line}`,
  text: texts.csv.problem(line, sku, reason),
});

async function importEntry(entry: Entry, say: (text: string) => void): Promise<Problem | undefined> {
  if (isRejection(entry)) return problemOf(entry);
  const { line, product } = entry;
  const { sku } = product;
  const call = (options: WriteOptions) => saveProduct(storeSession().store, product, options);
  // The client itself repeats what can be repeated, which a stock count cannot.
  const sent = send({ call, isRepeatable: false }, say);
  const reason = await sent.then(({ answer }) => answer as string | undefined, failureText);
  return reason === undefined ? undefined : problemOf({ line, sku, reason });
}
