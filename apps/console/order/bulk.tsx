import { signal } from '@preact/signals';
import { useEffect, useId, useState } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { orderColumns } from '../../ops/orderRows.ts';
import { link } from '../address.ts';
import { download } from '../download.ts';
import { DialogButton } from '../parts/action.tsx';
import { Dialog, failureText } from '../parts/dialog.tsx';
import { TextField } from '../parts/fields.tsx';
import { isRunning, type Progress, Result, runAll } from '../parts/run.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { send } from '../writing.ts';

type Say = (text: string) => void;
/** Changes one order. Returns what went wrong. It must be safe to repeat. */
type Work = (order: Order, carrier: string, say: Say) => Promise<string | undefined>;

const chosen = signal<ReadonlyMap<string, Order>>(new Map());

/** The list in which they were chosen. The choice stays while other screens are open. */
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
    aria-label={texts.bulk.choose(order.number)}
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
  if (listed.length === 0) return null;
  return (
    <div class="row extra">
      <button type="button" onClick={() => choose(listed, true)}>
        {texts.bulk.chooseAll}
      </button>
      {orders.length > 0 && (
        <>
          <b>{texts.bulk.chosen(orders.length)}</b>
          {can('orders:write') && <Action name="authorize" orders={orders} />}
          {can('orders:ship') && <Action name="ship" orders={orders} />}
          {(['slips', 'picks', 'invoices'] as const).map((paper) => (
            <a key={paper} href={link(['paper', paper], { orders: numbers })}>
              {texts.paper[paper]}
            </a>
          ))}
          <button type="button" onClick={() => download('orders.csv', orderColumns, orders)}>
            {texts.bulk.export}
          </button>
          <button type="button" onClick={clearChoice}>
            {texts.bulk.clear}
          </button>
        </>
      )}
    </div>
  );
}

const changes: Record<'authorize' | 'ship', Work> = {
  authorize: async ({ number }, _, say) => {
    const { store } = storeSession();
    await send({ call: (options) => store.updateOrder({ number, authorized: true }, options), isRepeatable: true }, say);
    return undefined;
  },
  ship: async ({ number }, carrier, say) => {
    const { store } = storeSession();
    const ready = (await store.getOrder({ number })).shipments.filter(({ state }) => state === 'ready');
    for (const { id } of ready) {
      const change = { number, id, state: 'shipped' as const, ...(carrier && { carrier }) };
      await send({ call: (options) => store.updateShipment(change, options), isRepeatable: true }, say);
    }
    return ready.length === 0 ? texts.bulk.nothingToShip : undefined;
  },
};

const Action = ({ name, orders }: { name: keyof typeof changes; orders: Order[] }) => (
  <DialogButton label={texts.bulk[name]} dialog={(close) => <BulkDialog name={name} orders={orders} close={close} />} />
);

const workers = 4;

/** Changes the orders, a few at once, and lists those with a problem, which can then be tried again. */
function BulkDialog({ name, orders, close }: { name: keyof typeof changes; orders: Order[]; close: () => void }) {
  const [left, setLeft] = useState(orders);
  const [progress, setProgress] = useState<Progress>();
  const [carrier, setCarrier] = useState('');
  const heading = useId();

  async function start(): Promise<void> {
    const failed: Order[] = [];
    const handle = async (order: Order, say: Say) => {
      const reason = await changes[name](order, carrier.trim(), say).catch(failureText);
      if (reason === undefined) return undefined;
      failed.push(order);
      return { id: order.number, text: texts.bulk.problem(order.number, reason) };
    };
    await runAll(left, handle, setProgress, workers);
    setLeft(failed);
  }

  const isBusy = isRunning(progress);
  const isOver = progress !== undefined && !isBusy;
  const title = texts.bulk.start(texts.bulk[name], orders.length);
  return (
    <Dialog labelledBy={heading} close={() => !isBusy && close()}>
      <h2 id={heading}>{title}</h2>
      <p>{texts.bulk[`${name}Text`]}</p>
      {name === 'ship' && <TextField label={texts.fields.carrier} maxLength={100} value={carrier} onChange={setCarrier} />}
      <div aria-live="polite">{progress && <Result of={progress} />}</div>
      <footer>
        <button type="button" disabled={isBusy} onClick={close}>
          {isOver ? texts.close : texts.cancel}
        </button>
        {!(isOver && left.length === 0) && (
          <button type="button" class="primary" disabled={isBusy} onClick={start}>
            {isOver ? texts.run.again(left.length) : title}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
