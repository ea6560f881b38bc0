import { command } from './command.ts';
import { type Erasure, eraseCustomers, listedOrders, listOrders, ordersOf } from './eraseCustomers.ts';
import { progressFile } from './progressFile.ts';

const details = `With --email, finds the orders whose customer has this e-mail address, and erases the customer, both addresses, the note and
the metadata of each, also from its history. The numbers of the orders are added to the list first.

Keep the list. After a restore, run the command without --email: it erases these orders again. One list can hold the orders of
several stores; only those of the key's store are erased.

If the command is interrupted, run the same command again: it continues from <list>.progress, which is deleted at the end.`;

const eraseCustomer = command({
  name: 'customer erase',
  summary: 'Erases a customer from all of their orders, or once more from the orders in a list',
  details,
  examples: ['customer erase --email ada@example.com --list erased.csv', 'customer erase --list erased.csv'],
  options: {
    email: { type: 'string', summary: "the customer's whole e-mail address" },
    list: { type: 'string', summary: 'the file that lists the orders', required: true },
  },
  run: async ({ input: { email, list }, store }) => {
    const client = await store();
    const { id } = await client.getOwnTenant();
    const numbers = email === undefined ? listedOrders(list, id) : await ordersOf(client, email);
    if (email !== undefined) listOrders(list, id, numbers);
    const progress = progressFile<Erasure>(list, [id, email ?? 'all']);
    const { erased, missing, resumedAfter } = await eraseCustomers(client, progress, numbers);
    const absent = missing.length > 0 ? `The store has no order ${missing.join(', ')}.\n` : '';
    const earlier = resumedAfter > 0 ? `; ${resumedAfter} erased before the interruption` : '';
    return {
      data: { list, orders: erased, missing, resumed_after: resumedAfter },
      text: `${absent}${erased.length} orders erased${earlier}. They are listed in ${list}.\n`,
    };
  },
});

export const customers = [eraseCustomer];
