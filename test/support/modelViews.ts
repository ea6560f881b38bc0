import type { Order } from '../../lib/order/schema.ts';
import type { Product } from '../../lib/product/schema.ts';

/** Converts responses to what the model shows. Amounts have this many decimals in the API, and are minor units in the model. */
export function modelViews(decimals: number) {
  const scale = 10 ** decimals;
  /** Checks that an amount is exactly the number nearest to its minor units. */
  const minor = (amount: number) => {
    const units = Math.round(amount * scale);
    if (units / scale !== amount) throw new Error(`${amount} is not a number of minor units`);
    return units;
  };

  const payment = ({ id, total, balance_after, credit, lines, payment, reason }: Order['payments'][number]) => ({
    ...{ id, credit, lines, payment, reason },
    ...{ total: minor(total), balance_after: minor(balance_after) },
  });

  const shipment = ({ updated, ...shipment }: Order['shipments'][number]) => shipment;

  const order = (order: Order) => {
    const { number, version, authorized, cancelled, visible, note } = order;
    const { total, credited, paid, refunded, balance } = order;
    const sums = Object.entries({ total, credited, paid, refunded, balance });
    return {
      ...{ number, version, authorized, cancelled, visible, note },
      ...{ customer: order.customer?.last_name ?? null, address: order.shipping_address?.city ?? null },
      ...Object.fromEntries(sums.map(([name, amount]) => [name, minor(amount)])),
      lines: order.lines.map(({ name, total, price, ...line }) => ({ ...line, price: minor(price) })),
      payments: order.payments.map(payment),
      shipments: order.shipments.map(shipment),
    };
  };

  const product = ({ price, stock }: Product) => ({ price: minor(price), stock });

  const major = (units: number | undefined) => (units === undefined ? undefined : units / scale);

  return { minor, major, payment, shipment, order, product };
}
