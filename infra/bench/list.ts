import type { TenantId } from '../../lib/db/key.ts';
import { startDatabase } from '../local/database.ts';
import { createTable } from '../local/table.ts';

// One order more than the full pages hold, so that even the last full page has a next one.
const count = 100_001;
const limit = 100;
const runs = 41;
const maxRatio = 1.5;
const tenant: TenantId = `ten_${'0'.repeat(26)}`;

const database = await startDatabase(undefined);
try {
  await useDatabase(database.endpoint);
  await fillTable();
  process.exitCode = await compare();
} finally {
  await database.stop();
}

/** The service finds its database through the environment, so this comes before it is loaded. */
async function useDatabase(endpoint: string) {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    TABLE_NAME: 'bench',
  });
  await createTable(endpoint, 'bench');
}

async function fillTable() {
  const { writeOrders } = await import('./bulkOrders.ts');
  const start = Date.parse('2026-01-01T00:00:00Z');
  const placed = Array.from({ length: count }, (_, i) => ({ number: 1001 + i, created: new Date(start + i * 60_000) }));
  const begun = performance.now();
  await writeOrders(tenant, placed);
  process.stdout.write(`Wrote ${count} orders in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
}

/** `npm run bench:list`: compares the first, middle and last full page of a long list. */
async function compare() {
  const { getOrders } = await import('../../lib/order/list.ts');
  const { metered } = await import('../../test/support/database.ts');

  const skip = async (pages: number, size: number, cursor?: string): Promise<string | undefined> =>
    pages === 0
      ? cursor
      : skip(pages - 1, size, (await getOrders(tenant, { limit: size, cursor }, new Date())).next_cursor ?? undefined);
  const middle = await skip(50, 1000);
  const cursors = { first: undefined, middle, last: await skip(9, limit, await skip(49, 1000, middle)) };

  const names = Object.keys(cursors) as (keyof typeof cursors)[];
  const times = { first: [] as number[], middle: [] as number[], last: [] as number[] };
  const costs = new Set<string>();
  // The pages alternate, so that a slow machine affects all of them alike. The first three runs warm up.
  for (let run = -3; run < runs; run++) {
    for (const name of names) {
      const begun = performance.now();
      const { result, calls, units } = await metered(() => getOrders(tenant, { limit, cursor: cursors[name] }, new Date()));
      if (run >= 0) times[name].push(performance.now() - begun);
      if (run === 0) report(name, result.items, calls, units);
      costs.add(`${result.items.length} orders, ${calls} calls, ${units} units`);
    }
  }
  const medians = { first: median(times.first), middle: median(times.middle), last: median(times.last) };
  const ratios = { middle: medians.middle / medians.first, last: medians.last / medians.first };
  process.stdout.write(`first page, median: ${medians.first.toFixed(1)} ms\n`);
  process.stdout.write(`every page: ${[...costs].join(' or ')}\n`);
  process.stdout.write(`middle / first: ${ratios.middle.toFixed(2)}, at most ${maxRatio}\n`);
  process.stdout.write(`last / first: ${ratios.last.toFixed(2)}, at most ${maxRatio}\n`);
  return Number(costs.size > 1 || Math.max(ratios.middle, ratios.last) > maxRatio);
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] as number;
}

function report(name: string, items: { text: string }[], calls: number, units: number) {
  const [from, to] = [items[0], items.at(-1)].map((item) => item && JSON.parse(item.text).number);
  process.stdout.write(`${name.padEnd(7)} orders ${from} to ${to}: ${calls} calls, ${units} units\n`);
}
