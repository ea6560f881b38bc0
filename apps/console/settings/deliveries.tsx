import { useState } from 'preact/hooks';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { link } from '../address.ts';
import { dateTime } from '../format.ts';
import { usePages } from '../pages.ts';
import { ActionDialog, DialogButton, useDialog } from '../parts/action.tsx';
import { Chip, TextField } from '../parts/fields.tsx';
import { Section } from '../parts/section.tsx';
import { type Column, PagedTable } from '../parts/table.tsx';
import { canChangeWebhooks, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import type { WriteOptions } from '../writing.ts';

const name = 'confirm-order';
type State = Delivery['state'];
const states = Object.keys(texts.deliveries.states) as State[];

/** The deliveries of the last 30 days with their attempts. */
export function Deliveries() {
  const [state, setState] = useState<State>();
  const [order, setOrder] = useState('');
  const [dialog, open] = useDialog();
  const number = /^[1-9]\d{3,11}$/.test(order) ? order : undefined;
  const filters = { ...(state && { state }), ...(number && { order: number }) };
  const pages = usePages(
    (query, options) => storeSession().store.getDeliveries({ name, ...query }, options),
    'deliveries',
    filters,
  );
  const again: Column<Delivery> = {
    head: texts.deliveries.action,
    cell: (delivery) => (
      <button
        type="button"
        onClick={() => open((close) => <OneDialog delivery={delivery} close={close} reload={pages.reload} />)}
      >
        {texts.deliveries.again}
      </button>
    ),
  };
  return (
    <Section title={texts.deliveries.title}>
      <fieldset class="plain chips" aria-label={texts.orders.filters}>
        {states.map((one) => (
          <Chip key={one} isOn={state === one} onChange={(isOn) => setState(isOn ? one : undefined)}>
            {texts.deliveries.states[one]}
          </Chip>
        ))}
        {canChangeWebhooks() && !number && (state === 'failed' || state === 'waiting') && (
          <DialogButton
            label={texts.deliveries.all(texts.deliveries.states[state])}
            dialog={(close) => <AllDialog state={state} close={close} reload={pages.reload} />}
          />
        )}
      </fieldset>
      <TextField label={texts.orders.number} inputMode="numeric" value={order} onChange={setOrder} />
      <PagedTable
        caption={texts.deliveries.title}
        pages={pages}
        empty={state || number ? texts.deliveries.empty : texts.deliveries.none}
        keyOf={({ id }) => id}
        columns={canChangeWebhooks() ? [...columns, again] : columns}
      />
      {dialog}
    </Section>
  );
}

const columns: Column<Delivery>[] = [
  { head: texts.orders.number, cell: ({ order }) => <a href={link(['orders', order])}>{order}</a> },
  { head: texts.deliveries.created, cell: ({ created }) => dateTime(created), isExtra: true },
  { head: texts.orders.state, cell: ({ state }) => texts.deliveries.states[state] },
  { head: texts.deliveries.attempts, cell: (delivery) => <Attempts {...delivery} /> },
];

const Attempts = ({ attempts, due }: Delivery) => (
  <details>
    <summary>{texts.deliveries.count(attempts.length)}</summary>
    <ol>
      {attempts.map(({ time, status, duration_ms, answer }) => (
        <li key={time} class="small">
          {texts.deliveries.attempt(dateTime(time), status, duration_ms)}
          {status === null ? texts.webhooks.problems[answer ?? ''] : answer && <q>{answer}</q>}
        </li>
      ))}
    </ol>
    {due && <p class="small">{texts.deliveries.next(dateTime(due))}</p>}
  </details>
);

type DialogProps = { close: () => void; reload: () => unknown };

const OneDialog = ({ delivery: { id, order }, close, reload }: DialogProps & { delivery: Delivery }) => (
  <ActionDialog
    title={texts.deliveries.againTitle(order)}
    submit={texts.deliveries.again}
    did={texts.deliveries.did(1)}
    done={reload}
    close={close}
    isRepeatable={false}
    call={(options) => storeSession().store.redeliver({ name, id }, options)}
  >
    <p>{texts.deliveries.againText}</p>
  </ActionDialog>
);

/** Starts all deliveries in a state again. Each call starts at most 500. */
function AllDialog({ state, close, reload }: DialogProps & { state: 'failed' | 'waiting' }) {
  async function all(options: WriteOptions): Promise<number> {
    const { store } = storeSession();
    let page = await store.redeliverAll({ name, state }, options);
    let { queued } = page;
    while (page.next_cursor) {
      page = await store.redeliverAll({ name, state, cursor: page.next_cursor }, options);
      queued += page.queued;
    }
    return queued;
  }
  return (
    <ActionDialog
      title={texts.deliveries.all(texts.deliveries.states[state])}
      submit={texts.deliveries.again}
      did={texts.deliveries.did}
      done={reload}
      close={close}
      isRepeatable={false}
      call={all}
    >
      <p>{texts.deliveries.allText}</p>
    </ActionDialog>
  );
}
