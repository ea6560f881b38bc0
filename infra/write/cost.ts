import { routes } from '../../lib/routes.ts';
import { defaultMegabytes, megabytesOf } from '../stacks/functions/memory.ts';
import { prices } from './prices.ts';
import { assumed, standing, type Usage, usage } from './usage.ts';
import { keepWritten } from './written.ts';

/** `npm run write`: what a million of each costs, with the arithmetic. */
const { million, gigabyteSecond, gigabyteOfLogs, gigabyteMonth, gigabyteOut, month, asOf } = prices;
const { msEach, msPerCall, msOfReceiver, logBytes, queueCalls } = assumed;

const usd = (amount: number) => amount.toFixed(2);

const { polls, sweeps, readsOfSweep } = standing;
const idle = (polls * million.queueCalls + sweeps * (million.functionCalls + readsOfSweep * million.readUnits)) / 1e6;

function rowOf([what, { reads, writes, calls, by }]: [string, Usage]): string {
  const woken = !routes.some(({ id }) => id === by);
  const megabytes = woken ? defaultMegabytes : megabytesOf(by);
  const ms = msEach + calls * msPerCall + (woken ? msOfReceiver : 0);
  const parts = [
    woken ? queueCalls * million.queueCalls : million.apiRequests,
    million.functionCalls + (ms / 1000) * (megabytes / 1024) * gigabyteSecond * 1e6,
    reads * million.readUnits + writes * million.writeUnits,
    (logBytes / 1e9) * gigabyteOfLogs * 1e6,
  ];
  const total = parts.reduce((sum, part) => sum + part, 0);
  const taken = `${reads} + ${writes}`;
  return `| ${[what, taken, `${ms} ms, ${megabytes} MB`, ...parts.map(usd), `**${usd(total)}**`].join(' | ')} |`;
}

const text = `# What it costs

Written by \`npm run write\` from the units that the tests measure and the list prices of us-east-1 as of ${asOf}, in USD, without
free tiers and discounts. A million of each:

| a million times | units read + written | time, memory | gateway or queue | function | table | logs | together |
| --- | --- | --- | --- | --- | --- | --- | --- |
${(Object.entries(usage) as [string, Usage][]).map(rowOf).join('\n')}

- **Gateway** ${million.apiRequests} per million requests; **queue** ${million.queueCalls} per million calls, of which a delivery takes ${queueCalls}.
- **Function** ${million.functionCalls} per million calls and ${gigabyteSecond} per GB-second on ARM. Its time is assumed, not measured: ${msEach} ms,
  ${msPerCall} ms for each call of the database, and ${msOfReceiver} ms for the receiver of a webhook.
- **Table** on demand, ${million.readUnits} per million read units and ${million.writeUnits} per million write units. Keys are cached: the one read of a key
  each 25 s and the one write of its day of use are left out.
- **Logs** ${gigabyteOfLogs} per GB, assumed to be ${logBytes} bytes a request: our line, Lambda's own and the gateway's.
- **A month without a request**: ${month.dashboard} for the dashboard, and ${month.alarm} for each metric that an alarm watches, one of each function and
  ${standing.alsoWatched} others; the queue that is polled and the sweep of each minute take about ${usd(idle)}. With requests, ${month.ownMetric} for each of our own
  metrics that is seen in the month, ${standing.ownMetrics} and one for each code of refusal. The table costs ${usd(gigabyteMonth.table)} per GB, its recovery
  ${usd(gigabyteMonth.recovery)} per GB.
- Traffic out of AWS is on top, at ${gigabyteOut} per GB.
`;

keepWritten('docs/costs.md', text);
