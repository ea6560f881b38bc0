import { expect, test } from '@jest/globals';
import { storedSchema } from '../../../lib/db/storedSchema.ts';

/** An example for the first change after a release: version 2 splits the name of a customer, and version 3 adds tags. */
type Customer = { name: string; first_name: string; last_name: string; tags: string[] };

const customers = storedSchema<Customer>(
  ({ name, ...rest }) => {
    const [first_name, last_name] = name.split(' ');
    return { name, first_name, last_name, ...rest };
  },
  (customer) => ({ tags: [], ...customer }),
);

const present = { name: 'Grace Hopper', first_name: 'Grace', last_name: 'Hopper', tags: [] };

/** Items as each version stored them. Without `schema`, an item has version 1. */
const recorded = [
  { schema: undefined, item: { name: 'Grace Hopper' } },
  { schema: 1, item: { name: 'Grace Hopper' } },
  { schema: 2, item: { name: 'Grace Hopper', first_name: 'Grace', last_name: 'Hopper' } },
  { schema: 3, item: present },
];

test.each(recorded)('an item of version $schema is read in the current shape', ({ schema, item }) => {
  expect(customers.upgrade(item, schema)).toEqual(present);
});

test('each step adds one to the version', () => {
  expect([storedSchema().version, customers.version]).toEqual([1, 3]);
});

test('an item of a newer version stays as it is', () => {
  const newer = { first_name: 'Grace', titles: ['Dr'] };
  expect(customers.upgrade(newer, 4)).toBe(newer);
});

test('a step keeps what a newer version stored before an older one wrote the item', () => {
  const item = { ...present, tags: ['vip'], titles: ['Dr'] };
  expect(customers.upgrade(item, 1)).toEqual(item);
});
