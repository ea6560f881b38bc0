import type { Decision } from '../../imports/decideShipment.ts';
import { dryOrders, realOrders, shipParcel, trackingProblem } from '../../imports/shipParcel.ts';
import { CheckedList, type Outcome } from '../parts/checkedList.tsx';
import { actorOption, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { parcelsIn, type Row } from './parcelList.ts';

/** Ships the parcels of a carrier's list. */
export const ShipList = () => (
  <CheckedList
    say={texts.shipList}
    rowsIn={parcelsIn}
    handler={(isCheck) => {
      const { store } = storeSession();
      const orders = isCheck ? dryOrders(store) : realOrders(store, actorOption());
      return async (row: Row) => {
        const wrong = trackingProblem(row.tracking.tracking_number);
        if (wrong) return { text: `${texts.fields.tracking_number} ${wrong}` };
        return outcomeOf(await shipParcel(orders, row, () => {}), isCheck);
      };
    }}
    nameOf={({ number, reference }) => number || reference}
    columns={[{ head: texts.fields.tracking_number, cell: ({ row }) => row.tracking.tracking_number }]}
  />
);

const outcomeOf = ({ outcome, number, note }: Decision, isCheck: boolean): Outcome => ({
  text: [isCheck && outcome === 'shipped' ? texts.shipList.willShip : texts.shipList.outcomes[outcome], note]
    .filter(Boolean)
    .join(': '),
  number,
  isOpen: outcome === 'shipped',
  isDone: outcome === 'shipped' || outcome === 'already shipped',
});
