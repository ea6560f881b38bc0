import { useEffect, useState } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { orderColumns } from '../../ops/orderRows.ts';
import { link } from '../address.ts';
import { download } from '../download.ts';
import { DialogButton } from '../parts/action.tsx';
import { Dialog, failureText, told } from '../parts/dialog.tsx';
import { TextField } from '../parts/fields.tsx';
import { isRunning, type Progress, Result, runAll } from '../parts/run.tsx';
import { can, lastOrders, noteRejectedKey, sessionCheck, storeSession } from '../session.ts';
import { texts, things } from '../texts.ts';
import { send } from '../writing.ts';
import { readyParcels } from './amounts.ts';
import { readOrders } from './readOrders.ts';

type Say = (text: string) => void;
/** Changes one order. Returns what went wrong. It must be safe to repeat. */
type Work = (order: Order, carrier: string, say: Say) => Promise<string | undefined>;

/** The choice stays while other screens are open. */
const { chosen } = lastOrders;

/** The list in which they were chosen. */
let chosenIn = '';

const clearChoice = () => {
  chosen.value = new Map();
};

/** Forgets the choice when the list is another one. */
export const useChoiceIn = (list: string): void =>
  useEffect(() => {
    if (list !== chosenIn) clearChoice();
    chosenIn = list;
  }, [list]);

function choose(orders: readonly Order[], isOn: boolean): void {
  const next = new Map(chosen.peek());
  for (const order of orders) {
    if (isOn) next.set(order.number, order);
    else next.delete(order.number);
  }
  chosen.value = next;
}

export const Choose = ({ order }: { order: Order }) => (
  <input
    type="checkbox"
    aria-label={`Select order ${order.number}`}
    checked={chosen.value.has(order.number)}
    onChange={({ currentTarget }) => choose([order], currentTarget.checked)}
  />
);

/** What can be done with the chosen orders. */
export function BulkActions({ listed }: { listed: readonly Order[] }) {
  const current = new Map(listed.map((order) => [order.number, order]));
  const orders = [...chosen.value.values()]
    .map((order) => current.get(order.number) ?? order)
    .sort((a, b) => Number(a.number) - Number(b.number));
  const numbers = orders.map(({ number }) => number).join(',');
  if (listed.length + orders.length === 0) return null;
  return (
    <div class="row">
      <button type="button" disabled={listed.length === 0} onClick={() => choose(listed, true)}>
        Select all listed
      </button>
      {orders.length > 0 && (
        <>
          <b>{things(orders.length, 'order')} selected</b>
          {can('orders:write') && <Action change={authorize} orders={orders} />}
          {can('orders:ship') && <Action change={ship} orders={orders} />}
          {(['slips', 'picks', 'invoices'] as const).map((paper) => (
            <a key={paper} href={link(['paper', paper], { orders: numbers })}>
              {texts.papers[paper]}
            </a>
          ))}
          <ExportButton orders={orders} current={current} />
          <button type="button" onClick={clearChoice}>
            Clear the selection
          </button>
        </>
      )}
    </div>
  );
}

type ExportProps = { orders: Order[]; current: Map<string, Order> };

/** Those that have left the list may have changed since they were chosen, so they are read again. */
function ExportButton({ orders, current }: ExportProps) {
  const [isBusy, setBusy] = useState(false);
  async function start(): Promise<void> {
    if (isBusy) return;
    const isCurrent = sessionCheck();
    setBusy(true);
    try {
      const left = orders.filter(({ number }) => !current.has(number)).map(({ number }) => number);
      const read = new Map((await readOrders(left)).map((order) => [order.number, order]));
      const fresh = orders.map((order) => read.get(order.number) ?? order);
      if (isCurrent()) download('orders.csv', orderColumns, fresh);
    } catch (error) {
      if (!isCurrent()) return;
      noteRejectedKey(error);
      told.value = { text: `Export: ${failureText(error as Error)}`, isFailure: true };
    } finally {
      setBusy(false);
    }
  }
  return (
    <button type="button" aria-disabled={isBusy} onClick={start}>
      {isBusy ? 'Reading …' : 'Export'}
    </button>
  );
}

type Change = { label: string; explain: string; hasCarrier?: boolean; work: Work };

const authorize: Change = {
  label: 'Authorize',
  explain: 'Authorized orders may be shipped.',
  work: async ({ number }, _, say) => {
    const { store } = storeSession();
    await send({ call: (options) => store.updateOrder({ number, authorized: true }, options), isRepeatable: true }, say);
    return undefined;
  },
};

const ship: Change = {
  label: 'Ship',
  explain: 'Everything in these orders that is ready is marked as shipped. No tracking numbers are added.',
  hasCarrier: true,
  work: async ({ number }, carrier, say) => {
    const { store } = storeSession();
    const ready = readyParcels(await store.getOrder({ number }));
    for (const { id } of ready) {
      const change = { number, id, state: 'shipped' as const, ...(carrier && { carrier }) };
      await send({ call: (options) => store.updateShipment(change, options), isRepeatable: true }, say);
    }
    return ready.length === 0 ? texts.nothingToShip : undefined;
  },
};

type ActionProps = { change: Change; orders: Order[] };

const Action = ({ change, orders }: ActionProps) => (
  <DialogButton label={change.label} dialog={BulkDialog} change={change} orders={orders} />
);

const workers = 4;

/** Changes the orders, a few at once, and lists those with a problem, which can then be tried again. */
function BulkDialog({ change: { label, explain, hasCarrier, work }, orders, close }: ActionProps & { close: () => void }) {
  const [left, setLeft] = useState(orders);
  const [progress, setProgress] = useState<Progress>();
  const [carrier, setCarrier] = useState('');

  async function start(): Promise<void> {
    const failed: Order[] = [];
    const handle = async (order: Order, say: Say) => {
      const reason = await work(order, carrier.trim(), say).catch(failureText);
      if (reason === undefined) return undefined;
      failed.push(order);
      return { id: order.number, text: `Order ${order.number}: ${reason}` };
    };
    await runAll(left, handle, setProgress, workers);
    setLeft(failed);
  }

  const isBusy = isRunning(progress);
  const isOver = progress !== undefined && !isBusy;
  const title = `${label} ${things(orders.length, 'order')}`;
  return (
    <Dialog title={title} close={() => !isBusy && close()}>
      <p>{explain}</p>
      {hasCarrier && <TextField label="Carrier (optional)" maxLength={100} value={carrier} onChange={setCarrier} />}
      <div aria-live="polite">{progress && <Result of={progress} />}</div>
      <footer>
        <button type="button" disabled={isBusy} onClick={close}>
          {isOver ? 'Close' : 'Cancel'}
        </button>
        {!(isOver && left.length === 0) && (
          <button type="button" class="primary" disabled={isBusy} onClick={start}>
            {isOver ? `Try the remaining ${left.length} again` : title}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
