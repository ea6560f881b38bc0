import type { Decision } from '../../imports/decideShipment.ts';
import { dryOrders, realOrders, shipParcel, trackingProblem } from '../../imports/shipParcel.ts';
import { CheckedList, type Outcome } from '../parts/checkedList.tsx';
import { actorOption, storeSession } from '../session.ts';
import { texts, things } from '../texts.ts';
import { parcelsIn, type Row } from './parcelList.ts';

/** Ships the parcels of a carrier's list. */
export const ShipList = () => (
  <CheckedList
    title="Ship from a list of tracking numbers"
    hint="A line for each parcel: order number or reference, tracking number, and the carrier if you like. A first line can name the columns number or reference, tracking_number, carrier and tracking_url."
    again="You can ship the same list again: a parcel that has left with its tracking number is not changed."
    start={(count) => `Ship ${things(count, 'parcel')}`}
    rowsIn={parcelsIn}
    handler={(isCheck) => {
      const { store } = storeSession();
      const orders = isCheck ? dryOrders(store) : realOrders(store, actorOption());
      return async (row: Row) => {
        const wrong = trackingProblem(row.tracking.tracking_number);
        if (wrong) return { text: `The tracking number ${wrong}.` };
        return outcomeOf(await shipParcel(orders, row, () => {}), isCheck);
      };
    }}
    nameOf={({ number, reference }) => number || reference}
    columns={[{ head: 'Tracking number', cell: ({ row }) => row.tracking.tracking_number }]}
  />
);

const outcomeOf = ({ outcome, number, note }: Decision, isCheck: boolean): Outcome => ({
  text: [isCheck && outcome === 'shipped' ? plannedText(note) : texts.parcelOutcomes[outcome], note].filter(Boolean).join(': '),
  number,
  isOpen: outcome === 'shipped',
  isDone: outcome === 'shipped' || outcome === 'already shipped',
});

/** A parcel with a note has left already. */
const plannedText = (note: string | undefined) => (note ? 'will get this number' : 'will be shipped');
