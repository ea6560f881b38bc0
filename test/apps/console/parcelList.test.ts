import { expect, test } from '@jest/globals';
import { parcelsIn } from '../../../apps/console/order/parcelList.ts';

test.each([
  ['reference,tracking_number\n48213,PX1', { number: '', reference: '48213' }],
  ['number,reference,tracking_number\n#48213,PO-1,PX1', { number: '48213', reference: '' }],
  ['number,tracking_number\nPO-1,PX1', { number: '', reference: 'PO-1' }],
  ['48213 PX1', { number: '48213', reference: '' }],
  ['PO-1 PX1', { number: '', reference: 'PO-1' }],
])('%j is a parcel of the order %j', (text, order) => {
  expect(parcelsIn(text)).toMatchObject([{ ...order, tracking: { tracking_number: 'PX1' } }]);
});
