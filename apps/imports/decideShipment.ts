import type { Order, Shipment } from '../../lib/order/schema.ts';

export type Tracking = { tracking_number: string; carrier?: string; tracking_url?: string };
type Outcome = 'shipped' | 'already shipped' | 'differs' | 'several' | 'not authorized' | 'cancelled' | 'unknown' | 'rejected';

/** The outcome of a row. `number`: its order, if there is one. */
export type Decision = { outcome: Outcome; number: string | null; note?: string };

type Parcel = Pick<Shipment, 'id' | 'state' | 'tracking_number'>;
/** The parts of an order that a decision needs. */
export type Shippable = Pick<Order, 'number' | 'version' | 'authorized' | 'cancelled'> & { shipments: Parcel[] };

/** The change to a shipment that a row needs. */
export type Change = Tracking & { id: string; state?: 'shipped' };

/** Decides the outcome of a row, and which change it needs. If it is not clear which shipment left, a person decides. */
export function decide(order: Shippable, tracking: Tracking): { decision: Decision; change?: Change } {
  const { number, authorized, cancelled, shipments } = order;
  const is = (outcome: Outcome, note?: string) => ({ decision: { outcome, number, ...(note && { note }) } });
  const tracked = shipments.filter(({ tracking_number }) => tracking_number === tracking.tracking_number);
  const open = tracked.length > 0 ? tracked.filter(isReady) : shipments.filter((one) => isReady(one) || !one.tracking_number);
  const [shipment, ...others] = open;
  if (!shipment && tracked.length > 0) return is('already shipped');
  if (cancelled) return is('cancelled');
  if (!shipment) return is('differs', `shipped with ${shipments.map((one) => one.tracking_number).join(', ')}`);
  if (others.length > 0) return is('several', `${open.length} shipments could have this tracking number`);
  const change = { ...tracking, id: shipment.id };
  if (!isReady(shipment)) return { ...is('shipped', 'it had already left; the tracking number is new'), change };
  if (!authorized) return is('not authorized');
  const { tracking_number } = shipment;
  if (tracking_number && tracked.length === 0) return is('differs', `its tracking number is ${tracking_number}`);
  return { ...is('shipped'), change: { ...change, state: 'shipped' } };
}

const isReady = ({ state }: Parcel) => state === 'ready';
