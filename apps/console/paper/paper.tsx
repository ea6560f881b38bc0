import type { ComponentType } from 'preact';
import { address } from '../address.ts';
import { readOrders } from '../order/readOrders.ts';
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

async function readAll(numbers: string[], options: ReadOptions): Promise<SheetProps> {
  const legal = can('settings:read') ? await storeSession().store.getLegal({}, options) : undefined;
  return { orders: await readOrders(numbers, options), legal };
}
