import { useState } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { addDays } from '../../../lib/values/calendar.ts';
import type { Period } from '../../ops/days.ts';
import { readChanged } from '../../ops/orderPages.ts';
import { type OrderPayment, paymentColumns, paymentsIn } from '../../ops/orderRows.ts';
import { download } from '../download.ts';
import { count, endOf, monthName, startOf } from '../format.ts';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { storeSession } from '../session.ts';
import { things } from '../texts.ts';

/** Reads the payments of a month and saves them. */
export function Payments({ month }: { month: string }) {
  const [seen, setSeen] = useState(0);
  const name = `${monthName(month)} ${month.slice(0, 4)}`;
  const next = addDays(`${month}-28`, 4).slice(0, month.length);
  const period = { from: startOf(`${month}-01`), to: endOf(addDays(`${next}-01`, -1)) };
  const reading = useRead(async (options) => {
    const payments = await readPayments(period, options, setSeen);
    if (payments.length > 0) download(`payments-${month}.csv`, paymentColumns, payments);
    return payments.length;
  }, month);
  return (
    <Show of={reading} loading={`Reading the orders that have changed since the start of ${name}: ${count(seen)} so far …`}>
      {(saved) => (
        <p role="status">
          {saved === 0
            ? `No payments or refunds were recorded in ${name}.`
            : `${things(saved, 'row')} saved: the payments and refunds recorded in ${name}.`}
        </p>
      )}
    </Show>
  );
}

/** The payments and refunds recorded in a period, read as `ops payment export` reads them. */
async function readPayments(period: Period, options: ReadOptions, say: (seen: number) => void): Promise<OrderPayment[]> {
  const { store } = storeSession();
  const { values } = await readChanged((query) => store.getOrders(query, options), period, addedBy, say);
  return values.flat();
}

function addedBy(order: Order, within: Period) {
  const value = paymentsIn(order, within);
  return { value, entries: value.length };
}
