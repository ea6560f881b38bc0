import { useState } from 'preact/hooks';
import { textOf } from '../../imports/csv.ts';
import type { Decision } from '../../imports/decideShipment.ts';
import { dryOrders, realOrders, shipParcel, trackingProblem } from '../../imports/shipParcel.ts';
import { link } from '../address.ts';
import { failureText } from '../parts/dialog.tsx';
import { TextArea } from '../parts/fields.tsx';
import { isRunning, type Progress, Result, runAll } from '../parts/run.tsx';
import { Table } from '../parts/table.tsx';
import { actorOption, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { parcelsIn, type Row } from './parcelList.ts';

type Decided = { row: Row; text: string; decision?: Decision };

/** Ships the parcels of a carrier's list, after showing what would become of each line. */
export function ShipList() {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<Progress>();
  const [decided, setDecided] = useState<Decided[]>([]);
  const [isChecked, setChecked] = useState(false);
  const toShip = decided.filter(({ decision }) => decision?.outcome === 'shipped').length;
  const isBusy = isRunning(progress);

  function change(next: string): void {
    setText(next);
    setChecked(false);
    setDecided([]);
    setProgress(undefined);
    setProblem(undefined);
  }

  async function start(isDry: boolean): Promise<void> {
    const { store } = storeSession();
    const orders = isDry ? dryOrders(store) : realOrders(store, actorOption());
    const outcomes: Decided[] = [];
    try {
      const rows = parcelsIn(text);
      if (rows.length === 0) throw new Error(texts.shipList.empty);
      setDecided([]);
      await runAll(
        rows,
        async (row) => {
          const wrong = trackingProblem(row.tracking.tracking_number);
          const one: Decided = wrong
            ? { row, text: `${texts.fields.tracking_number} ${wrong}` }
            : await shipParcel(orders, row, () => {}).then(
                (decision): Decided => ({ row, decision, text: outcomeText(decision, isDry) }),
                (error): Decided => ({ row, text: failureText(error) }),
              );
          outcomes.push(one);
          setDecided([...outcomes]);
          const isDone = ['shipped', 'already shipped'].includes(one.decision?.outcome ?? '');
          return isDone ? undefined : { id: `${row.line}`, text: texts.bulk.problem(row.number || row.reference, one.text) };
        },
        setProgress,
      );
      setChecked(isDry);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <details class="card">
      <summary>{texts.shipList.title}</summary>
      <TextArea label={texts.shipList.list} hint={texts.shipList.hint} value={text} onChange={change} />
      <label>
        {texts.shipList.file}{' '}
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
          {texts.shipList.check}
        </button>
        {isChecked && toShip > 0 && (
          <button type="button" class="primary" disabled={isBusy} onClick={() => start(false)}>
            {texts.shipList.ship(toShip)}
          </button>
        )}
        <small>{texts.shipList.again}</small>
      </p>
      <div aria-live="polite">
        {problem && <p class="notice bad">{problem}</p>}
        {progress && <Result of={{ ...progress, problems: [] }} say={{ ...texts.run, ended: texts.run.over }} />}
      </div>
      {decided.length > 0 && (
        <Table
          caption={texts.shipList.title}
          rows={decided}
          keyOf={({ row }) => `${row.line}`}
          columns={[
            { head: texts.shipList.line, cell: ({ row }) => row.line, isNumber: true },
            { head: texts.orders.number, cell: orderLink },
            { head: texts.fields.tracking_number, cell: ({ row }) => row.tracking.tracking_number },
            { head: texts.shipList.outcome, cell: (one) => one.text },
          ]}
        />
      )}
    </details>
  );
}

const orderLink = ({ row, decision }: Decided) =>
  decision?.number ? <a href={link(['orders', decision.number])}>{decision.number}</a> : row.number || row.reference;

const outcomeText = ({ outcome, note }: Decision, isDry: boolean) =>
  [isDry && outcome === 'shipped' ? texts.shipList.willShip : texts.shipList.outcomes[outcome], note]
    .filter(Boolean)
    .join(': ');
