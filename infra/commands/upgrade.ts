import { CommandError } from '../../apps/ops/commandError.ts';
import { explainAwsError } from './awsErrors.ts';
import { main, useTable } from './main.ts';

const help = `Upgrades data that older versions of the service stored:

  - search and updated_from then find older orders too
  - webhook deliveries that have waited since an older version are sent once their receiver can be called
  - each user's e-mail address is claimed, so that no other user of the store can take it

Users who share an address are listed. Give all but one of them another address.

  npm run upgrade -- --table NAME

  --table    the table of the deployment, an output of the service stack

Run it after a deployment whose release notes ask for it. The service keeps running. If the upgrade is interrupted,
run it again.
Uses the credentials and region of your AWS profile. Set AWS_ENDPOINT_URL_DYNAMODB to use a local database.
`;

await main(help, { table: { type: 'string' } }, ({ table }) => run(table));

async function run(table: string | undefined): Promise<void> {
  if (!table) throw new CommandError('Name the table with --table. It is an output of the service stack.');
  useTable(table);
  const { upgrade } = await import('../upgrade.ts');
  let stores = 0;
  const total = { orders: 0, deliveries: 0 };
  try {
    await upgrade(({ name }, { orders, deliveries, duplicates }) => {
      stores += 1;
      total.orders += orders;
      total.deliveries += deliveries;
      if (orders + deliveries > 0) process.stdout.write(`${name}: upgraded ${textOf({ orders, deliveries })}\n`);
      for (const { id, email } of duplicates) {
        process.stdout.write(`${name}: user ${id} shares the e-mail address ${email} with an older user\n`);
      }
    });
  } catch (error) {
    throw explainAwsError(error, table);
  }
  process.stdout.write(`Upgraded ${textOf(total)} in ${counted(stores, 'store', 'stores')}.\n`);
}

function textOf({ orders, deliveries }: { orders: number; deliveries: number }): string {
  const parts = [counted(orders, 'order', 'orders')];
  if (deliveries > 0) parts.push(counted(deliveries, 'delivery', 'deliveries'));
  return parts.join(' and ');
}

function counted(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}
