import { defaultMegabytes } from '../stacks/functions/memory.ts';
import { idempotencyWrites, idlePoll, standing, storedKilobytes, usage } from './usage.ts';

/** List prices in USD for us-east-1 as of 2026-11, per million unless the name says otherwise. Functions run on ARM. */
const price = { request: 3.5, queueCall: 0.5, functionCall: 0.2, gigabyteSecond: 13.3334, read: 0.125, write: 0.625, log: 1 };

type Usage = { reads: number; writes: number; calls: number; megabytes?: number; isDelivery?: boolean };

/** USD for a million times: requests, and the table. */
export function usdOf({ reads, writes, calls, megabytes = defaultMegabytes, isDelivery }: Usage) {
  const ms = 5 + 5 * calls + (isDelivery ? 200 : 0);
  const start = isDelivery ? 3 * price.queueCall : price.request;
  const run = price.functionCall + runOf(ms, megabytes);
  const table = reads * price.read + writes * price.write;
  return { requests: start + run + price.log, table, total: start + run + price.log + table };
}

const runOf = (ms: number, megabytes: number) => (ms / 1000) * (megabytes / 1024) * price.gigabyteSecond;

const rows = Object.entries<Usage>(usage).map(([what, one]) => {
  const usd = usdOf(one);
  const [requests, table, total] = [usd.requests, usd.table, usd.total].map((amount) => amount.toFixed(2));
  return `| ${[what, one.calls, one.reads, one.writes, requests, table, `**${total}**`].join(' | ')} |`;
});

/** How often a month of 10,000 orders does what. */
const month: [keyof typeof usage, number][] = [
  ['place an order that a webhook confirms', 1],
  ['deliver that order to the webhook', 1],
  ['record a payment', 1],
  ['change an order', 2],
  ['read an order of up to 4 KB', 10],
];
const usdOfMonth = month.reduce((sum, [what, times]) => sum + (times * usdOf(usage[what]).total) / 100, 0);

/** An estimate of what Lambda bills for starting a function. */
const coldStartMs = 300;

/** A million polls. The message is sent in a batch of ten. */
const idlePolls =
  2.1 * price.queueCall + price.functionCall + runOf(5 + 5 * idlePoll.calls, defaultMegabytes) + idlePoll.reads * price.read;
const pollsPerMonth = 60 * 24 * 30;

/** USD a month. `awake` is an estimate. */
const fixed = { dashboard: 3, alarm: 0.1, polling: 0.57, secret: 0.4, firewall: 9, metric: 0.3, awake: 0.7 };
const alarms = fixed.dashboard + fixed.alarm * standing.watched + fixed.polling + fixed.secret;
export const fixedInProd = alarms + fixed.firewall + fixed.metric * standing.ownMetrics + fixed.awake;

export const costsPage = () => `# Costs

<!-- \`npm run write\` generates this page. -->

Tests measure the database calls and units. Prices are the list prices for us-east-1 as of 2026-11, in USD, without free tiers or
discounts.

**10,000 orders a month** in \`prod\`, each confirmed by a webhook, paid, changed twice and read ten times, cost about
${usdOfMonth.toFixed(2)} USD, plus ${fixedInProd.toFixed(0)} USD a month whatever the traffic.

| one million times | database calls | read units | write units | requests, USD | table, USD | total, USD |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

- **Requests** include the gateway (${price.request.toFixed(2)}), the function call (${price.functionCall.toFixed(2)}), its run time and 2 KB of logs (${price.log.toFixed(2)}). A delivery pays
  for three calls to a fair queue (${price.queueCall.toFixed(2)} each, of which 0.10 is for fairness) instead of the gateway.
- **Run time** is an estimate: 5 ms, plus 5 ms per database call, plus 200 ms for a receiver's response. Functions have
  ${defaultMegabytes} MB of memory; those of lists have ${usage['list 10 orders of 1.5 KB'].megabytes} MB.
- **Table** units cost ${price.read} per million reads and ${price.write} per million writes, on demand. Checking a key and reporting
  quota usage are not included, because they cost little: a function instance keeps a key for up to 25 seconds
  (platform writes and changes of settings read it again), its use is recorded once a day, and only requests of busy tenants are reported.
- **A follower** of orders polls the index once a minute even if nothing changes: a million polls cost ${idlePolls.toFixed(2)}, so 1,000 idle followers cost
  ${((idlePolls * pollsPerMonth) / 1000).toFixed(0)} a month (${(pollsPerMonth / 1000).toFixed(1)} million polls).
- **An order of one line** here has up to 2 KB, and a customer with a name and an e-mail address. Its 14 write units are 1 for the
  number, 4 for the order, 1 for its entry in the index of changes, 2 for the stock, and 2 for each of 3 search keys.
- **An idempotency key** adds ${idempotencyWrites} write units (${(idempotencyWrites * price.write).toFixed(2)} per million requests), except for payments, credits,
  cancelled parts, splits and returns, whose keys are stored in the order.
- **The fixed monthly cost** is ${fixed.dashboard} for the dashboard and ${fixed.alarm.toFixed(2)} for each of the ${standing.watched} metrics that alarms watch,
  and ${fixed.secret.toFixed(2)} for the keys of webhooks in Secrets Manager. The sweep and the polling of the two queues together cost
  about ${fixed.polling}.
- **The firewall** of \`prod\` costs ${fixed.firewall} a month (5, plus 1 for each of its 4 rules), and 0.60 per million requests.
- **A cold start** adds about ${coldStartMs / 1000} s of run time: ${runOf(coldStartMs, defaultMegabytes).toFixed(2)} per million. [Few calls are cold](scale.md) with \`awake\`.
- **Custom metrics** cost ${fixed.metric.toFixed(2)} each. There are ${standing.ownMetrics}, and one more for each error code that occurs. Three of the ${standing.ownMetrics} are sent even without requests.
- **In \`prod\`**, the fixed cost, the firewall, the custom metrics and \`awake\` together cost about ${fixedInProd.toFixed(0)} a month, almost all of it even without customer traffic.
- **Storage** costs 0.25 per GB per month, plus 0.20 for point-in-time recovery. A million orders of one line take about
  ${storedKilobytes.order} GB (${(storedKilobytes.order * 0.45).toFixed(2)} a month) with their search keys and index entries, and ${storedKilobytes.idempotencyKey} GB more if each has an idempotency key.
  Orders and keys are kept until you delete the store. Traffic out of AWS costs 0.09 per GB.
`;
