import type { ComponentType } from 'preact';
import type { Order } from '../../../lib/order/schema.ts';
import { address } from '../address.ts';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { CreditNotes, Invoices, PickList, type SheetProps, Slips } from './sheets.tsx';

const sheets: Record<string, ComponentType<SheetProps>> = {
  slips: Slips,
  picks: PickList,
  invoices: Invoices,
  credits: CreditNotes,
};

/** Sheets for the orders in the address, each on a page of its own. */
export function PaperScreen({ id }: { id: string }) {
  const { orders: numbers = '' } = address.value.query;
  const reading = useRead((options) => readAll(numbers.split(',').filter(Boolean), options), numbers);
  const Sheets = sheets[id];
  if (!Sheets) return <p class="empty">{texts.noScreen}</p>;
  return (
    <>
      <div class="screen">
        <h1>{texts.papers[id as 'slips']}</h1>
        <button type="button" class="primary" onClick={() => print()}>
          Print
        </button>
      </div>
      <Show of={reading}>{(data) => <Sheets {...data} />}</Show>
    </>
  );
}

const atOnce = 8;

async function readAll(numbers: string[], options: ReadOptions): Promise<SheetProps> {
  const { store } = storeSession();
  const legal = can('settings:read') ? await store.getLegal({}, options) : undefined;
  const orders: Order[] = [];
  for (let i = 0; i < numbers.length; i += atOnce) {
    const some = numbers.slice(i, i + atOnce);
    orders.push(...(await Promise.all(some.map((number) => store.getOrder({ number }, options)))));
  }
  return { orders, legal };
}
