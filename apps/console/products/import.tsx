import { type Signal, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { textOf } from '../../imports/csv.ts';
import { csvProducts } from '../../imports/productCsv.ts';
import { type Entry, isRejection, type Rejection } from '../../imports/productRows.ts';
import { saveProduct } from '../../imports/saveProduct.ts';
import { currency } from '../format.ts';
import { failureText } from '../parts/dialog.tsx';
import { FileField } from '../parts/fields.tsx';
import { isRunning, type Problem, type Progress, Result, runAll } from '../parts/run.tsx';
import { storeSession } from '../session.ts';
import { things } from '../texts.ts';
import { send, type WriteOptions } from '../writing.ts';

type State = { progress?: Progress; problem?: string };

/** The import of each session, which goes on while other screens are open. */
const imports = new WeakMap<object, Signal<State>>();

function importOf({ store } = storeSession()): Signal<State> {
  const state = imports.get(store) ?? signal<State>({});
  imports.set(store, state);
  return state;
}

async function start(file: File): Promise<void> {
  const state = importOf();
  state.value = {};
  try {
    const text = textOf(await file.arrayBuffer(), file.name);
    const entries = csvProducts(text, currency());
    if (entries.length === 0) throw new Error(`${file.name} has no rows below its column names.`);
    await runAll(entries, importEntry, (progress) => {
      state.value = { progress };
    });
  } catch (error) {
    state.value = { problem: (error as Error).message };
  }
}

/** Creates or updates the products of a file, row by row, and lists the rows that were rejected. */
export function Import({ done }: { done: () => void }) {
  const { progress, problem } = importOf().value;
  const isBusy = isRunning(progress);
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy) done();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return (
    <details class="card" open={Boolean(progress || problem)}>
      <summary>Import from a CSV file</summary>
      <ul class="small">
        <li>
          The first line names the columns: sku and any of name, price, stock, weight, tax_rate and low_stock. Separate them
          with commas, semicolons or tabs.
        </li>
        <li>A product keeps what its row leaves out. A new product needs a name and a price.</li>
        <li>Write “none” as the stock to stop tracking it, or as the weight, tax_rate or low_stock to clear that value.</li>
        <li>Write numbers with a decimal point or comma and without a thousands separator, such as 1234 or 12.5.</li>
      </ul>
      <FileField label="CSV file" disabled={isBusy} onChoose={start} />
      <div aria-live="polite">
        {problem && <p class="notice bad">{problem}</p>}
        {progress && (
          <Result
            of={progress}
            isKept
            label="Rows imported"
            counted={(done, total, problems) => `${done} of ${things(total, 'row')}, ${problems} with a problem.`}
            ended="All rows were imported."
          />
        )}
      </div>
    </details>
  );
}

const problemOf = ({ line, sku, reason }: Rejection): Problem => ({
  id: `${line}`,
  text: `Line ${line}, ${sku ?? 'no SKU'}: ${reason}`,
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
