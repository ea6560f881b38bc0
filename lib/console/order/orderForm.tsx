import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { StoreError } from '../../client/client.ts';
import type { Action, HistoryEntry, Order } from '../../order/schema.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { actorOption, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { newKey } from '../writing.ts';
import { Entry } from './timeline.tsx';

/** All that the page shows of one order, in one version. */
export type OrderData = { order: Order; actions: Action[]; entries: HistoryEntry[] };

/** What every dialog of an order is given. `shipment` is the one that its button belongs to. */
export type DialogProps = {
  data: OrderData;
  shipment: string | undefined;
  reload: () => Promise<OrderData | undefined>;
  close: () => void;
};

type CallOptions = { version: number; actor?: string };

type Props = DialogProps & {
  title: string;
  submit: string;
  isDangerous?: boolean;
  /** The message to show when it is done. */
  did: string;
  /** The fields that the write may change, as the history names them. Not needed for a write with an idempotency key. */
  fields?: readonly string[];
  /** Sends the write. The key stays the same however often it is sent. */
  call: (options: CallOptions, idempotencyKey: string) => Promise<unknown>;
  children?: ComponentChildren;
};

/**
 * Sends a change based on the version that the user has seen. If somebody else was faster, it shows their changes and asks
 * again.
 */
export function OrderForm({ data, reload, fields = [], call, did, children, shipment, ...rest }: Props) {
  const { number } = data.order;
  const [seen, setSeen] = useState(data.order.version);
  const [since, setSince] = useState(seen);
  const others = data.entries.filter(({ version }) => version > since);

  function write() {
    if (data.order.version !== seen) throw new StoreError({ code: 'version_mismatch' }, { status: 412 });
    const idempotencyKey = newKey();
    const options = { version: seen, ...actorOption() };
    return {
      attempt: () => call(options, idempotencyKey),
      repeatable: true,
      tookEffect: () =>
        isOwnChange(number, seen + 1, shipment ? fields.map((field) => `shipments.${shipment}.${field}`) : fields),
    };
  }

  async function changed() {
    setSince(seen);
    const fresh = await reload();
    if (fresh) setSeen(fresh.order.version);
  }

  async function done() {
    await reload();
    return did;
  }

  return (
    <FormDialog write={write} changed={changed} done={done} {...rest}>
      {others.length > 0 && (
        <div class="notice">
          <p>{texts.write.meanwhile}</p>
          <ul>
            {others.map((entry) => (
              <Entry key={entry.version} entry={entry} order={data.order} />
            ))}
          </ul>
        </div>
      )}
      {children}
    </FormDialog>
  );
}

/** Whether this key and person made this version of the order by changing one of these fields. Only one write can make a version. */
async function isOwnChange(number: string, version: number, fields: readonly string[]): Promise<boolean> {
  const { store, key, actor } = storeSession();
  const { entries } = await store.getHistory({ number });
  const entry = entries.find((one) => one.version === version);
  const isOurs = entry?.actor === (actor ?? null) && (!key || entry?.key?.id === key.id);
  return isOurs && entry !== undefined && entry.changes.some(({ field }) => fields.includes(field));
}
