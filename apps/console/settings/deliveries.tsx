import { useState } from 'preact/hooks';
import { orderNumberIn } from '../../../lib/values/text.ts';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { link } from '../address.ts';
import { dateTime } from '../format.ts';
import { usePages } from '../pages.ts';
import { ActionDialog, DialogButton, type Reloadable, useDialog } from '../parts/action.tsx';
import { Chip, TextField } from '../parts/fields.tsx';
import { Section } from '../parts/section.tsx';
import { type Column, PagedTable } from '../parts/table.tsx';
import { can, canChangeWebhooks, storeSession } from '../session.ts';
import { texts, things } from '../texts.ts';
import { throwUncertain, type WriteOptions } from '../writing.ts';

const name = 'confirm-order';
type State = Delivery['state'];
const stateTexts = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed', waiting: 'Waiting' };
const states = Object.keys(stateTexts) as State[];

/** The deliveries of the last 30 days with their attempts. */
export function Deliveries() {
  const [state, setState] = useState<State>();
  const [order, setOrder] = useState('');
  const [dialog, open] = useDialog();
  const typed = order.trim();
  const number = orderNumberIn(typed);
  const isInvalid = typed !== '' && !number;
  const filters = { ...(state && { state }), ...(typed && { order: number ?? typed }) };
  const pages = usePages(
    async (query, options) =>
      isInvalid ? { deliveries: [], next_cursor: null } : storeSession().store.getDeliveries({ name, ...query }, options),
    'deliveries',
    filters,
  );
  const again: Column<Delivery> = {
    head: 'Action',
    cell: (delivery) => (
      <button type="button" onClick={() => open(OneDialog, { delivery, reload: pages.reload })}>
        Deliver again
      </button>
    ),
  };
  return (
    <Section title="Deliveries of “Confirm order” in the last 30 days">
      <fieldset class="plain chips" aria-label="Filters">
        {states.map((one) => (
          <Chip key={one} isOn={state === one} onChange={(isOn) => setState(isOn ? one : undefined)}>
            {stateTexts[one]}
          </Chip>
        ))}
        {canChangeWebhooks() && !typed && (state === 'failed' || state === 'waiting') && (
          <DialogButton label={`Deliver all ${state} events again`} dialog={AllDialog} state={state} reload={pages.reload} />
        )}
      </fieldset>
      <TextField label="Order" inputMode="numeric" value={order} onChange={setOrder} />
      <PagedTable
        caption="Deliveries of “Confirm order” in the last 30 days"
        pages={pages}
        empty={
          isInvalid
            ? `“${typed}” is not an order number. Enter one such as 1003.`
            : state || number
              ? 'No deliveries match.'
              : 'No deliveries in the last 30 days. “Confirm order” is called for every order that is placed while it has a URL.'
        }
        keyOf={({ id }) => id}
        columns={canChangeWebhooks() ? [...columns, again] : columns}
      />
      {dialog}
    </Section>
  );
}

const columns: Column<Delivery>[] = [
  {
    head: 'Order',
    cell: ({ order }) => (can('orders:read', 'orders:ship') ? <a href={link(['orders', order])}>{order}</a> : order),
  },
  { head: 'Created', cell: ({ created }) => dateTime(created), isExtra: true },
  { head: 'State', cell: ({ state }) => stateTexts[state] },
  { head: 'Attempts', cell: (delivery) => <Attempts {...delivery} /> },
];

const Attempts = ({ attempts, due }: Delivery) => (
  <details>
    <summary>{things(attempts.length, 'attempt')}</summary>
    <ol>
      {attempts.map(({ time, status, duration_ms, answer }) => (
        <li key={time} class="small">
          {`${dateTime(time)}: ${status ?? 'no response'} after ${duration_ms} ms. `}
          {status === null ? texts.callProblems[answer ?? ''] : answer && <q>{answer}</q>}
        </li>
      ))}
    </ol>
    {due && <p class="small">Next attempt {dateTime(due)}.</p>}
  </details>
);

const OneDialog = ({ delivery: { id, order }, close, reload }: Reloadable & { delivery: Delivery }) => (
  <ActionDialog
    title={`Deliver the event of order ${order} again?`}
    submit="Deliver again"
    did="1 delivery started again."
    done={reload}
    close={close}
    isRepeatable={false}
    call={(options) => storeSession().store.redeliver({ name, id }, options)}
  >
    <p>The receiver gets the event again, with the same ID. If the webhook is paused or has no URL, the event waits.</p>
  </ActionDialog>
);

/** Starts all deliveries in a state again. Each call starts at most 500. */
function AllDialog({ state, close, reload }: Reloadable & { state: 'failed' | 'waiting' }) {
  async function all(options: WriteOptions): Promise<number> {
    const { store } = storeSession();
    let page = await store.redeliverAll({ name, state }, options);
    let { queued } = page;
    while (page.next_cursor) {
      page = await store.redeliverAll({ name, state, cursor: page.next_cursor }, options).catch(throwUncertain);
      queued += page.queued;
    }
    return queued;
  }
  return (
    <ActionDialog
      title={`Deliver all ${state} events again`}
      submit="Deliver again"
      did={(count: number) => `${things(count, 'delivery', 'deliveries')} started again.`}
      done={reload}
      close={close}
      isRepeatable={false}
      call={all}
    >
      <p>Starts all of these deliveries again, the oldest first.</p>
    </ActionDialog>
  );
}
