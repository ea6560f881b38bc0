import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Action, HistoryEntry, Order } from '../../../lib/order/schema.ts';
import { randomKey } from '../../client/client.ts';
import { FormDialog } from '../parts/dialog.tsx';
import type { Edit } from '../parts/edit.ts';
import { recordedActor, storeSession } from '../session.ts';
import { type KeyedOptions, outdated, type Write, type WriteOptions } from '../writing.ts';
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

type Version = { version: number };

type Props = DialogProps & {
  title: string;
  submit: string;
  isDangerous?: boolean;
  edit?: Edit<Order>;
  /** The message to show when it is done, or how to make it from the response. */
  did: string | ((answer: unknown) => string);
  /** The changes that the history will show; undefined allows any value. Not needed for a write with an idempotency key. */
  sets?: Readonly<Record<string, unknown>>;
  /** Sends the write. Only operations that are idempotent take the options with a key. */
  call: (options: WriteOptions & Version, keyed: KeyedOptions & Version) => Promise<unknown>;
  children?: ComponentChildren;
};

/**
 * Sends a change based on the version that the user has seen. If somebody else was faster, it shows their changes and asks
 * again.
 */
export function OrderForm({ data, reload, sets = {}, call, children, shipment: _, ...rest }: Props) {
  const { number } = data.order;
  const [seen, setSeen] = useState(data.order.version);
  const [since, setSince] = useState(seen);
  const others = data.entries.filter(({ version }) => version > since);

  function write(): Write {
    if (data.order.version !== seen) throw outdated();
    const idempotencyKey = randomKey();
    return {
      call: (given) => {
        const options = { ...given, version: seen };
        return call(options, { ...options, idempotencyKey });
      },
      isRepeatable: true,
      tookEffect: (wasLost) => isOwnChange(number, seen + 1, sets, wasLost),
    };
  }

  async function changed() {
    setSince(seen);
    const fresh = await reload();
    if (!fresh) return;
    setSeen(fresh.order.version);
    rest.edit?.rebase(fresh.order);
  }

  return (
    <FormDialog write={write} changed={changed} done={reload} {...rest}>
      {others.length > 0 && (
        <div class="notice">
          <p>Changed in the meantime:</p>
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

/** The changes of these fields, with any value, as the history names them. */
export const anyOf = (changed: object, prefix = '') =>
  Object.fromEntries(Object.keys(changed).map((field) => [`${prefix}${field}`, undefined]));

/** Whether this key and person made this version of the order, with these changes. Only one write can make a version. */
async function isOwnChange(
  number: string,
  version: number,
  sets: Readonly<Record<string, unknown>>,
  wasLost: boolean,
): Promise<boolean> {
  const values = Object.entries(sets);
  // If no response was lost, the browser itself may have sent the request twice. Only exact values tell that from another change.
  if (!wasLost && values.some(([, value]) => value === undefined)) return false;
  const { store, key } = storeSession();
  const { entries } = await store.getHistory({ number });
  const entry = entries.find((one) => one.version === version);
  const isOurs =
    entry?.actor === (recordedActor() ?? null) &&
    ['updateOrder', 'updateShipment'].includes(entry.operation) &&
    (!key || entry.key?.id === key.id);
  if (!isOurs) return false;
  const made = new Map(entry.changes.map(({ field, to }) => [field, to]));
  const isMade = ([field, value]: [string, unknown]) =>
    made.has(field) ? value === undefined || value === made.get(field) : field === 'restock' && !value;
  return values.some(([field]) => made.has(field)) && values.every(isMade);
}
