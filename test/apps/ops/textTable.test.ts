import { expect, test } from '@jest/globals';
import { table } from '../../../apps/ops/textTable.ts';

const head = ['sku', 'created', 'label', 'price'];
const row = ['TEA-GREEN', '2026-10-01T08:15:30.123Z', 'the longest label of them all, and more', 7.9];
const at = (width: number | undefined) => table(head, [row], ['price'], width);
const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

test('a table cuts no cell without a terminal, or if it fits', () => {
  const whole = `SKU        CREATED                   LABEL                                    PRICE
TEA-GREEN  2026-10-01T08:15:30.123Z  the longest label of them all, and more    7.9
`;
  expect([at(undefined), at(83)]).toEqual([whole, whole]);
});

test('a table that is too wide shows times to the minute, then cuts texts', () => {
  expect(at(76)).toBe(`SKU        CREATED            LABEL                                    PRICE
TEA-GREEN  2026-10-01T08:15Z  the longest label of them all, and more    7.9
`);
  expect(at(60)).toContain('TEA-GREEN  2026-10-01T08:15Z  the longest label of t…    7.9');
  expect(widest(at(60))).toBe(60);
});

test('a table that still does not fit becomes one record per row', () => {
  const records = table(head, [row, ['TEA-BLACK', null, 'short', 6.5]], ['price'], 40);
  expect(records).toMatch(/^sku +TEA-GREEN\ncreated +2026-10-01T08:15:30.123Z\n.*\nprice +7.9\n\nsku +TEA-BLACK\n/);
});

test('a table can have more rows than a function takes arguments', () => {
  expect(table(['sku'], Array(130_000).fill(['TEA'])).split('\n')).toHaveLength(130_002);
});

test('columns without a name are dropped first, and columns move together before anything becomes a record', () => {
  const report = (width: number) => table(['day', 'paid', ''], [['2026-10-01', '20.70', '█'.repeat(20)]], ['paid'], width);
  expect(report(39)).toContain('2026-10-01  20.70  ██');
  expect(report(38)).toBe('DAY          PAID\n2026-10-01  20.70\n');
  expect(report(16)).toBe('DAY         PAID\n2026-10-01 20.70\n');
});
