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

test.each([
  ['48213;PX1;;', undefined],
  ['48213 PX1,', undefined],
  ['48213,PX1', undefined],
  ['48213 PX1, Royal Mail', 'Royal Mail'],
  ['"48213";"PX1";"Royal Mail; Ltd."', 'Royal Mail; Ltd.'],
  ['48213,"PX1"', undefined],
])('%j has the carrier %j', (text, carrier) => {
  expect(parcelsIn(text)).toEqual([
    { line: 1, number: '48213', reference: '', tracking: { tracking_number: 'PX1', ...(carrier && { carrier }) } },
  ]);
});

test('skips blank rows, with and without quotes', () => {
  for (const text of ['"48213";"PX1"\n;;\n  \n"48214";"PX2"\n', '48213;PX1\n;;\n  \n48214;PX2\n'])
    expect(parcelsIn(text)).toMatchObject([{ number: '48213' }, { number: '48214', line: 4 }]);
});

test.each([
  '48213\tJD 0146 1234\tRoyal Mail',
  '48213; JD 0146 1234; Royal Mail',
  '48213, JD 0146 1234, Royal Mail',
  'number,tracking_number,carrier\n 48213 , JD 0146 1234 , Royal Mail ',
])('%j has a tracking number with spaces', (text) => {
  const tracking = { tracking_number: 'JD 0146 1234', carrier: 'Royal Mail' };
  expect(parcelsIn(text)).toMatchObject([{ number: '48213', reference: '', tracking }]);
});
