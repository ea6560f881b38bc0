import { isDefault } from '../../stacks/settings.ts';
import { type Stage, stages } from '../../stacks/stage.ts';
import { adoption, fateOfOldTable } from '../restore/restoreTable.ts';
import type { Account } from './account.ts';

/** A problem with its remedy, in one line or with one more for each difference of a table; undefined if there is none. */
type Problem = string | undefined;

export type Check = { name: string; run(): Promise<Problem> };

/** AWS keeps this many concurrent executions for functions without a reservation. */
const keptUnreserved = 100;
const bootstrapNeeded = 6;
const services = 'acm apigateway codedeploy dynamodb lambda logs monitoring secretsmanager sns sqs wafv2'.split(' ');

/** What makes a deployment of the stage fail, or leaves it without what it needs. */
export const checksOf = (stage: Stage, account: Account, drop: readonly string[] = []): Check[] => [
  { name: 'the region has the services that some regions lack', run: () => regionProblem(account) },
  { name: 'cdk bootstrap has run', run: () => bootstrapProblem(stage, account) },
  { name: 'the account allows enough concurrent executions', run: () => concurrencyProblem(stage, account) },
  { name: 'the account allows as many requests as `gateway` says', run: () => gatewayProblem(stage, account) },
  { name: 'the certificate covers the domain, if one is set', run: () => certificateProblem(stage, account) },
  { name: 'the data stack manages the restored table, if one is set', run: () => restoredTableProblem(stage, account) },
  { name: 'no index of the table is lost', run: () => lostIndexProblem(stage, account, drop) },
  { name: 'the key of `kms` encrypts the restored table, if both are set', run: () => tableKeyProblem(stage, account) },
  settingsCheck(stage, account, drop),
];

export const settingsCheck = (stage: Stage, account: Account, drop: readonly string[]): Check => ({
  name: 'no setting of the last deployment is lost',
  run: () => lostSettingsProblem(stage, account, drop),
});

async function regionProblem({ region, hasService }: Account): Promise<Problem> {
  const found = await Promise.all(services.map(async (service) => ((await hasService(service)) ? [] : [service])));
  const missing = found.flat().join(', ');
  return missing
    ? `These services do not exist in ${region}, or cannot be reached from here: ${missing}. Check the network, or set AWS_REGION to another region.`
    : undefined;
}

async function bootstrapProblem({ name }: Stage, { region, bootstrapVersion }: Account): Promise<Problem> {
  const version = await bootstrapVersion();
  if (version === undefined)
    return `This account is not prepared for CDK in ${region}. Run npx cdk bootstrap -c stage=${name}.`;
  return version < bootstrapNeeded
    ? `cdk bootstrap has version ${version} in ${region}; ${bootstrapNeeded} is needed. Run npx cdk bootstrap -c stage=${name} again.`
    : undefined;
}

type Reservations = Pick<
  Stage,
  'deliverConcurrency' | 'reservesDeliverConcurrency' | 'receiverCallConcurrency' | 'placeOrderConcurrency'
>;

/** What the functions of a stage reserve. `testWebhook` and `calculateRates` have a limit each. */
export function reservedBy(stage: Reservations): number {
  const { deliverConcurrency, reservesDeliverConcurrency, receiverCallConcurrency = 0, placeOrderConcurrency = 0 } = stage;
  const workers = reservesDeliverConcurrency ? 2 * deliverConcurrency : 0;
  return placeOrderConcurrency + workers + 2 * receiverCallConcurrency;
}

/** The same for a stage that was deployed with these settings. */
const reservedWith = (name: Stage['name'], { deliveries, orders, rates }: Record<string, string>) =>
  reservedBy({
    ...stages[name],
    ...(deliveries && { deliverConcurrency: Number(deliveries) }),
    ...(orders && { placeOrderConcurrency: Number(orders) }),
    ...(rates && { receiverCallConcurrency: Number(rates) }),
  });

async function concurrencyProblem(stage: Stage, { concurrency, deployed }: Account): Promise<Problem> {
  const reserved = reservedBy(stage);
  const { limit, unreserved } = await concurrency();
  const needed = reserved > 0 ? reserved + keptUnreserved : 50;
  // Once the stage is deployed, its own reservations are no longer free.
  const former = await deployed(stage.name);
  const free = former ? Math.min(limit, unreserved + reservedWith(stage.name, former)) : unreserved;
  if (free >= needed) return undefined;
  const parts = reserved > 0 ? ` (${reserved} reserved, and ${keptUnreserved} that AWS keeps free)` : '';
  const others = free < limit ? `, of which other functions reserve ${limit - free}` : '';
  return `Lambda allows ${limit} concurrent executions${others}; ${stage.name} needs ${needed}${parts}. Request ${Math.max(1000, needed + limit - free)} in Service Quotas, Lambda, Concurrent executions.`;
}

async function gatewayProblem({ gateway }: Stage, { gatewayLimits, region }: Account): Promise<Problem> {
  const limits = (await gatewayLimits()) ?? gateway;
  if (limits.rate >= gateway.rate && limits.burst >= gateway.burst) return undefined;
  const allowed = `${limits.rate}/${limits.burst}`;
  return `API Gateway allows this account ${allowed} (requests per second/burst) in ${region}, but \`gateway\` is ${gateway.rate}/${gateway.burst}. Set gateway to ${allowed}, or request more in Service Quotas, API Gateway, Throttle rate.`;
}

/** CloudFormation does not compare a table with the template when it imports it, so what differs must be corrected first. */
async function restoredTableProblem(
  { name, table, isProtected }: Stage,
  { managedTable, tableDifferences }: Account,
): Promise<Problem> {
  if (!table || (await managedTable(name)) === table) return undefined;
  const differences = await tableDifferences(table, isProtected);
  if (differences.length === 0)
    return `StorePlatformData-${name} does not manage ${table} yet. To make it, run the following command with every -c option that you passed to preflight (it ${fateOfOldTable(name)}): ${adoption(name)}`;
  const list = differences.map(({ problem, remedy }) => `\n        ${problem}: ${remedy}`).join('');
  return `${table} differs from the table that StorePlatformData-${name} would make. Correct that before the stack imports it:${list}`;
}

/** The data stack would delete it at once, while the deployed code may still read it. */
async function lostIndexProblem(
  { name }: Stage,
  { managedTable, unknownIndexes }: Account,
  drop: readonly string[],
): Promise<Problem> {
  const table = await managedTable(name);
  const lost = table ? (await unknownIndexes(table)).filter((index) => !drop.includes(index)) : [];
  if (lost.length === 0) return undefined;
  return `${table} has an index that this version would delete: ${lost.join(', ')}. Deploy a version that has it. If the deployed one no longer reads it, add -c drop=${[...drop, ...lost].join(',')} to this command.`;
}

/** AWS Backup restores a table with a key that AWS owns, and CloudFormation does not change that when it imports the table. */
async function tableKeyProblem({ name, table, hasOwnKey }: Stage, { ownKey, tableKey }: Account): Promise<Problem> {
  const key = hasOwnKey && table ? await ownKey(name) : undefined;
  if (!table || !key || (await tableKey(table)) === key) return undefined;
  return `${table} is not encrypted with the key of StorePlatformData-${name}. Correct that: aws dynamodb update-table --table-name ${table} --sse-specification Enabled=true,SSEType=KMS,KMSMasterKeyId=${key}`;
}

async function lostSettingsProblem({ name, lasting }: Stage, { deployed }: Account, drop: readonly string[]): Promise<Problem> {
  const before = (await deployed(name)) ?? {};
  // Another table has other orders.
  const isKept = ([setting, value]: [string, string]) =>
    isDefault(setting, value) || (setting in lasting && (setting !== 'table' || lasting[setting] === value));
  const lost = Object.entries(before).filter((one) => !isKept(one) && !drop.includes(one[0]));
  if (lost.length === 0) return undefined;
  if (lost.some(([setting]) => setting === 'closed'))
    return `The service of ${name} is closed. To keep it closed, add -c closed=on to this command; to open it, -c drop=closed.`;
  if (lasting.table && lost.some(([setting]) => setting === 'table'))
    return `The last deployment used the table ${before.table}, this one uses ${lasting.table}. Put the right one into cdk.json. To change it on purpose, add -c drop=table to this command.`;
  const flags = lost.map(([setting, value]) => `-c ${setting}=${value}`).join(' ');
  const all = [...drop, ...lost.map(([setting]) => setting)].join(',');
  return `The last deployment had ${flags}. Pass that again, or put it into cdk.json. To drop it on purpose, add -c drop=${all} to this command.`;
}

async function certificateProblem({ domain }: Stage, { certificate, region }: Account): Promise<Problem> {
  if (!domain) return undefined;
  const found = await certificate(domain.certificate);
  if (!found) return `ACM in ${region} has no certificate ${domain.certificate}. Request one for ${domain.name} there.`;
  if (found.status === 'PENDING_VALIDATION')
    return `The certificate is ${found.status}. Validate it in ACM, and wait until it is ISSUED.`;
  if (found.status !== 'ISSUED')
    return `The certificate is ${found.status}. Request a new one for ${domain.name} in ACM in ${region}, and set certificate to its ARN.`;
  const [, ...parent] = domain.name.split('.');
  const covers = found.names.some((name) => name === domain.name || name === `*.${parent.join('.')}`);
  return covers
    ? undefined
    : `The certificate is for ${found.names.join(', ')}, not for ${domain.name}. Request one that covers it.`;
}
