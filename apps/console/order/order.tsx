import { useRef, useState } from 'preact/hooks';
import { link } from '../address.ts';
import { useChanges } from '../feed.ts';
import { dateTime } from '../format.ts';
import { creditNotesOf } from '../paper/credits.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { Section } from '../parts/section.tsx';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { lastOrders, lastWrite, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { Badges } from './badges.tsx';
import { Buttons, type Chosen } from './buttons.tsx';
import { Customer } from './customer.tsx';
import { dialogs } from './dialogs.ts';
import { Credits, Lines, Payments } from './lines.tsx';
import type { OrderData } from './orderForm.tsx';
import { Shipments } from './shipments.tsx';
import { Timeline } from './timeline.tsx';

/** One order. It is reloaded when others change it. */
export function OrderScreen({ id: number }: { id: string }) {
  const reading = useRead((options) => readOrder(number, options), number);
  const [chosen, choose] = useState<Chosen>();
  const shownVersion = reading.data?.order.version ?? Number.POSITIVE_INFINITY;
  useChanges((orders) => {
    if (orders.some((order) => order.number === number && order.version > shownVersion)) reading.reload();
  });
  return (
    <>
      <p>
        <a href={link(['orders'], lastOrders.query)}>← Back to the list</a>
      </p>
      <Show of={reading}>
        {(data) => (
          <>
            <Order data={data} choose={choose} />
            {chosen && <OpenDialog chosen={chosen} data={data} reload={reading.reload} close={() => choose(undefined)} />}
          </>
        )}
      </Show>
    </>
  );
}

async function readOrder(number: string, options: ReadOptions): Promise<OrderData> {
  const { store } = storeSession();
  const readHistory = () => store.getHistory({ number }, options);
  const [order, { version, actions }, history] = await Promise.all([
    store.getOrder({ number }, options),
    store.getActions({ number }, options),
    readHistory(),
  ]);
  // It can change between the reads.
  if (order.version !== version) return readOrder(number, options);
  const { entries } = history.entries[0]?.version === version ? history : await readHistory();
  return { order, actions, entries: entries.filter((entry) => entry.version <= version) };
}

type OpenProps = { chosen: Chosen; data: OrderData; reload: () => Promise<OrderData | undefined>; close: () => void };

function OpenDialog({ chosen: { name, shipment }, ...rest }: OpenProps) {
  const Chosen = dialogs[name];
  const isGone = shipment !== undefined && rest.data.order.shipments.every(({ id }) => id !== shipment);
  const known = useRef(rest.data);
  if (!isGone) known.current = rest.data;
  // A dialog that is sending its change still has to show the outcome.
  if (isGone && !lastWrite.isOpen) return <GoneDialog title={texts.actions[name]} {...rest} />;
  return <Chosen shipment={shipment} {...rest} data={known.current} />;
}

const GoneDialog = ({ title, close }: { title: string; close: () => void }) => (
  <Dialog title={title} close={close}>
    <p class="notice bad">This shipment no longer exists. Somebody else has changed the order.</p>
    <footer>
      <button type="button" onClick={close}>
        Close
      </button>
    </footer>
  </Dialog>
);

function Order({ data, choose }: { data: OrderData; choose: (chosen: Chosen) => void }) {
  const { order, entries } = data;
  return (
    <>
      <h1>
        Order {order.number} <Badges order={order} />
      </h1>
      {(order.reference || order.tags.length > 0) && (
        <Facts
          of={{
            Reference: order.reference,
            Tags: order.tags.length > 0 && order.tags.map((tag) => <Tag key={tag} tag={tag} />),
          }}
        />
      )}
      <p class="row small">
        Placed {dateTime(order.created)}
        {(['slips', 'invoices', ...(creditNotesOf(order).length > 0 ? (['credits'] as const) : [])] as const).map((paper) => (
          <a key={paper} href={link(['paper', paper], { orders: order.number })}>
            {texts.papers[paper]}
          </a>
        ))}
      </p>
      <Buttons data={data} shipment={null} choose={choose} />
      <div class="columns">
        <div>
          <Lines data={data} />
          <Shipments data={data} choose={choose} />
          {order.payments.length > 0 && <Payments order={order} />}
          <Credits order={order} />
        </div>
        <div>
          <Customer order={order} />
          <Section title="History">
            <Timeline order={order} entries={entries} />
          </Section>
        </div>
      </div>
    </>
  );
}

const Tag = ({ tag }: { tag: string }) => (
  <a href={link(['orders'], { tag })} class="badge">
    {tag}
  </a>
);
