import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod/mini';
import { CommandError } from '../../apps/ops/commandError.ts';
import { defaultQuotas, type Plan } from '../../lib/quota/quotas.ts';
import { Settings } from './settings.ts';

/** How the stages differ; docs/deploy.md shows it. `limits` are shares of the account's limit, for each method separately. */
export const stages = {
  dev: {
    removalPolicy: RemovalPolicy.DESTROY,
    logRemovalPolicy: RemovalPolicy.DESTROY,
    isProtected: false,
    logRetention: RetentionDays.TWO_WEEKS,
    limits: { ordinary: 0.01, costly: 0.002, unauthenticated: 0.002 },
    hasFirewall: false,
    deliverConcurrency: 5,
    reservesDeliverConcurrency: false,
    receiverCallConcurrency: undefined,
    placeOrderConcurrency: undefined,
    shiftsGradually: false,
    keepsWarm: false,
  },
  prod: {
    removalPolicy: RemovalPolicy.RETAIN,
    /** A failed first deployment must not leave log groups behind. */
    logRemovalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    isProtected: true,
    logRetention: RetentionDays.THREE_MONTHS,
    limits: { ordinary: 0.5, costly: 0.2, unauthenticated: 0.02 },
    hasFirewall: true,
    deliverConcurrency: 50,
    reservesDeliverConcurrency: true,
    receiverCallConcurrency: 25,
    /** One flash sale must not use up the concurrency of all other stores. */
    placeOrderConcurrency: 200,
    shiftsGradually: true,
    keepsWarm: true,
  },
} as const;

type Configurable = 'deliverConcurrency' | 'hasFirewall' | 'keepsWarm' | 'placeOrderConcurrency' | 'receiverCallConcurrency';

/** Everything that can differ between deployments. */
export type Stage = Omit<(typeof stages)['dev' | 'prod'], Configurable> & {
  /** Calls every operation every five minutes, so that few requests wait for a cold start. */
  keepsWarm: boolean;
  hasFirewall: boolean;
  /** Whether the access log has the address and user agent of each caller. */
  logsCallers: boolean;
  /** How many deliveries run at once. */
  deliverConcurrency: number;
  /** The reserved concurrency of `placeOrder`. */
  placeOrderConcurrency: number | undefined;
  /** The reserved concurrency of each function that calls a receiver while somebody waits. */
  receiverCallConcurrency: number | undefined;
  /** What API Gateway allows the account in this region: requests per second, and in a burst. */
  gateway: { rate: number; burst: number };
  name: 'dev' | 'prod';
  /** The settings that a later deployment must not lose. */
  lasting: Record<string, string>;
  /** If undefined, the account and region of the AWS profile. */
  env: { account: string; region: string } | undefined;
  /** The e-mail address that receives alarms. */
  alarms: string | undefined;
  /** The address for alarms that can wait; by default the same. */
  inform: string | undefined;
  domain: { name: string; certificate: string; isExclusive: boolean } | undefined;
  /** A restored table to use instead of the data stack's. */
  table: string | undefined;
  isTraced: boolean;
  /** The ARN of a vault, in another account or region, that receives copies of the backups. */
  backupVault: string | undefined;
  /** Encrypts the table with a KMS key of the account, instead of one that AWS owns. */
  hasOwnKey: boolean;
  /** Management requests per 10 seconds per tenant, by plan. */
  quotas: Record<Plan, number>;
  /** The monthly costs of the account, in USD, above which the operator is notified. */
  budget: number | undefined;
  /** Write units per second that a new table can handle immediately. */
  warmWriteUnits: number | undefined;
  /** Whether a new version gets all requests immediately, in a stage that otherwise shifts in steps. */
  shiftsAtOnce: boolean;
  /** A closed stage answers every request with 503 and delivers nothing. */
  isClosed: boolean;
};

/** Reads the settings from the CDK context, where `table:prod` sets `table` for one stage. Reports all errors in one line. */
export function stageOf(context: (name: string) => unknown, environment: NodeJS.ProcessEnv): Stage {
  const stage = context('stage') ?? 'dev';
  const values = Object.keys(Settings.shape).map((name) => [name, context(name) ?? context(`${name}:${stage}`)] as const);
  const given = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  const result = z.safeParse(Settings, given);
  if (!result.success) {
    const errors = result.error.issues.map(
      ({ path: [name], message }) => `-c ${String(name)}=${given[String(name)]}: ${message}`,
    );
    throw new CommandError(errors.join('; '));
  }
  const { stage: name, alarms, table, tracing, closed, waf, callers, kms, deliveries, backup } = result.data;
  const { shift, warm, budget, gateway, awake, orders, rates } = result.data;
  mustMatchPinned(result.data, environment);
  mustHaveAlarms(result.data);
  mustDecideOnBackups(result.data);
  const [rate = 0, burst = 0] = gateway.split('/').map(Number);
  return {
    ...stages[name],
    deliverConcurrency: deliveries ? Number(deliveries) : stages[name].deliverConcurrency,
    placeOrderConcurrency: orders ? Number(orders) : stages[name].placeOrderConcurrency,
    receiverCallConcurrency: rates ? Number(rates) : stages[name].receiverCallConcurrency,
    gateway: { rate, burst },
    keepsWarm: awake ? awake === 'on' : stages[name].keepsWarm,
    hasFirewall: waf ? waf === 'on' : stages[name].hasFirewall,
    name,
    lasting: Object.fromEntries(Object.entries(given).filter(([setting]) => !passing.has(setting))) as Record<string, string>,
    env: name === 'prod' ? accountOf(environment) : undefined,
    alarms,
    inform: result.data.inform,
    budget: budget ? Number(budget) : undefined,
    warmWriteUnits: warm ? Number(warm) : undefined,
    shiftsAtOnce: shift === 'now',
    domain: domainOf(result.data, environment.CDK_DEFAULT_REGION),
    table,
    backupVault: backup === 'none' ? undefined : mustBeElsewhere(backup, environment),
    isTraced: tracing === 'on',
    logsCallers: callers !== 'off',
    hasOwnKey: kms === 'on',
    isClosed: closed === 'on',
    quotas: { ...defaultQuotas, ...quotasOf(result.data.quotas) },
  };
}

/** What concerns one deployment only, or can do no harm when it is left out. */
const passing = new Set(['stage', 'shift', 'closed', 'warm']);

/** A stage that says where it belongs cannot be deployed elsewhere by mistake. */
function mustMatchPinned({ stage, account, region }: Settings, environment: NodeJS.ProcessEnv): void {
  const { CDK_DEFAULT_ACCOUNT: ownAccount, CDK_DEFAULT_REGION: ownRegion } = environment;
  for (const [what, expected, own] of [['account', account, ownAccount] as const, ['region', region, ownRegion] as const]) {
    if (!expected || expected === own) continue;
    throw new CommandError(
      `${stage} belongs to the ${what} ${expected}, but this deployment is to ${own ?? `no known ${what}`}. Sign in to the right account and set AWS_REGION, or change the setting.`,
    );
  }
}

/** A vault in the same account and region would be lost together with the table. */
function mustBeElsewhere(vault: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const [, , , region, account] = vault?.split(':') ?? [];
  if (!vault || region !== environment.CDK_DEFAULT_REGION || account !== environment.CDK_DEFAULT_ACCOUNT) return vault;
  throw new CommandError(
    `-c backup: the vault is in this account and region. Use one in another account or region, or -c backup=none.`,
  );
}

/** An alarm is useless if nobody receives it. */
function mustHaveAlarms({ stage, alarms, budget }: Settings): void {
  const what = stage === 'prod' ? '-c stage=prod' : budget && '-c budget';
  if (!what || alarms) return;
  throw new CommandError(
    `${what} needs the address that receives its alarms. Add "alarms:${stage}": "you@example.com" to context in cdk.json.`,
  );
}

/** Without copies elsewhere, losing the account or the region loses everything. Somebody must have decided that. */
function mustDecideOnBackups({ stage, backup }: Settings): void {
  if (stage !== 'prod' || backup) return;
  throw new CommandError(
    '-c stage=prod needs -c backup=<ARN of a vault in another account or region>, or -c backup=none to have no copies elsewhere.',
  );
}

/** Reads `-c quotas=trial=50,plan5=20000`. */
function quotasOf(text = ''): Partial<Record<Plan, number>> {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, plan = '', quota] = /^(\w+)=([1-9]\d{0,6})$/.exec(pair.trim()) ?? [];
      if (plan in defaultQuotas) return [plan, Number(quota)];
      throw new CommandError(
        `-c quotas: "${pair}" is not valid. Write plan=requests, like trial=50; plans: ${Object.keys(defaultQuotas).join(', ')}.`,
      );
    }),
  );
}

function domainOf({ domain: name, certificate, exclusive }: Settings, region: string | undefined) {
  if (!name && !certificate && exclusive === 'off') return undefined;
  if (!name || !certificate) {
    throw new CommandError('Set -c domain and -c certificate together. -c exclusive=on needs both.');
  }
  const [, , , certificateRegion] = certificate.split(':');
  if (region && certificateRegion !== region) {
    throw new CommandError(`The certificate is in ${certificateRegion}. Use one in ${region}, the region of this deployment.`);
  }
  return { name, certificate, isExclusive: exclusive === 'on' };
}

/** The account and region that the caller is signed in to. */
function accountOf({ CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region }: NodeJS.ProcessEnv) {
  if (account && region) return { account, region };
  throw new CommandError('-c stage=prod needs an AWS account. Sign in, and set AWS_REGION.');
}
