import { useState } from 'preact/hooks';
import { failureText } from '../parts/dialog.tsx';
import { actorOption, session, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { send } from '../writing.ts';
import { type Row, readProducts } from './csv.ts';

type Progress = { done: number; total: number; note: string; problems: Row[]; isEnded: boolean };

/** Creates or replaces the products of a file, row by row, and lists the rows that were rejected. */
export function Import({ done }: { done: () => void }) {
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<string>();

  async function start(file: File | undefined): Promise<void> {
    if (!file) return;
    setProblem(undefined);
    setProgress(undefined);
    try {
      await importRows(readProducts(await file.text()), setProgress);
    } catch (error) {
      setProblem((error as Error).message);
    }
    done();
  }

  return (
    <section class="card" aria-labelledby="import">
      <h2 id="import">{texts.csv.title}</h2>
      <p class="small">{texts.csv.explain}</p>
      <label>
        {texts.csv.file}
        <input
          type="file"
          accept=".csv,text/csv"
          disabled={progress && !progress.isEnded}
          onChange={({ currentTarget }) => start(currentTarget.files?.[0])}
        />
      </label>
      <div aria-live="polite">
        {problem && <p class="notice bad">{problem}</p>}
        {progress && <Result of={progress} />}
      </div>
    </section>
  );
}

async function importRows(rows: Row[], show: (progress: Progress) => void): Promise<void> {
  const problems: Row[] = [];
  let note = '';
  const update = (done: number, isEnded = false) => show({ done, total: rows.length, note, problems: [...problems], isEnded });
  for (const [i, row] of rows.entries()) {
    update(i);
    if (!session.peek()) return;
    const say = (text: string) => {
      note = text;
      update(i);
    };
    const problem = row.problem ?? (await importRow(row, say));
    if (problem) problems.push({ ...row, problem });
    note = '';
  }
  update(rows.length, true);
}

async function importRow({ sku, product }: Row, say: (text: string) => void): Promise<string | undefined> {
  if (!product) return undefined;
  const { store } = storeSession();
  try {
    // Setting a counted stock twice would undo the sales in between.
    await send({
      attempt: () => store.putProduct({ sku, ...product }, actorOption()),
      repeatable: product.stock === null,
      say,
    });
    return undefined;
  } catch (error) {
    return failureText(error as Error);
  }
}

const Result = ({ of: { done, total, note, problems, isEnded } }: { of: Progress }) => (
  <>
    <progress max={total} value={done} aria-label={texts.csv.progress} />
    <p>
      {texts.csv.counted(done, total, problems.length)} {note}
    </p>
    {isEnded && problems.length === 0 && <p class="notice good">{texts.csv.ended}</p>}
    {problems.length > 0 && (
      <ul>
        {problems.map(({ line, sku, problem }) => (
          <li key={line}>{texts.csv.problem(line, sku, problem ?? '')}</li>
        ))}
      </ul>
    )}
  </>
);
