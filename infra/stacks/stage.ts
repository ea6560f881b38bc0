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
    removalPolicyOnceCreated: RemovalPolicy.DESTROY,
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
    /** For what a failed first deployment must not leave behind: log groups, keys, secrets and the empty backup vault. */
    removalPolicyOnceCreated: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
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

/** Everything that can differ between deployments. settings.ts describes the settings. */
export type Stage = ReturnType<typeof stageOf>;

/**
 * Reads the settings from the CDK context, where `table:prod` sets `table` for one stage. Reports all malformed values in one
 * line.
 */
export function stageOf(context: (name: string) => unknown, environment: NodeJS.ProcessEnv) {
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
  const { data: settings } = result;
  const { stage: name, backup, gateway } = settings;
  mustMatchPinned(settings, environment);
  mustHaveAlarms(settings);
  mustDecideOnBackups(settings);
  const [rate = 0, burst = 0] = gateway.split('/').map(Number);
  const defaults = stages[name];
  return {
    ...defaults,
    deliverConcurrency: settings.deliveries ?? defaults.deliverConcurrency,
    placeOrderConcurrency: settings.orders ?? defaults.placeOrderConcurrency,
    receiverCallConcurrency: settings.rates ?? defaults.receiverCallConcurrency,
    /** What API Gateway allows the account in this region: requests per second, and in a burst. */
    gateway: { rate, burst },
    keepsWarm: settings.awake ?? defaults.keepsWarm,
    hasFirewall: settings.waf ?? defaults.hasFirewall,
    name,
    /** The settings that a later deployment must not lose. */
    lasting: Object.fromEntries(Object.entries(given).filter(([setting]) => !passing.has(setting))) as Record<string, string>,
    /** If undefined, the account and region of the AWS profile. */
    env: name === 'prod' ? accountOf(environment) : undefined,
    alarms: settings.alarms,
    inform: settings.inform,
    budget: settings.budget,
    warmWriteUnits: settings.warm,
    shiftsAtOnce: settings.shift === 'now',
    domain: domainOf(settings, environment.CDK_DEFAULT_REGION),
    /** A restored table to use instead of the data stack's. */
    table: settings.table,
    /** The ARN of a vault, in another account or region, that receives copies of the backups. */
    backupVault: backup === 'none' ? undefined : mustBeElsewhere(backup, environment),
    isTraced: settings.tracing,
    /** Whether the access log has the address and user agent of each caller. */
    logsCallers: settings.callers ?? true,
    /** Encrypts the table with a KMS key of the account, instead of one that AWS owns. */
    hasOwnKey: settings.kms,
    isClosed: settings.closed,
    quotas: { ...defaultQuotas, ...quotasOf(settings.quotas) },
  };
}

/** What concerns one deployment only, or can do no harm when it is left out. */
const passing = new Set(['stage', 'shift', 'warm']);

/** A stage that says where it belongs cannot be deployed elsewhere by mistake. */
function mustMatchPinned({ stage, account, region }: Settings, environment: NodeJS.ProcessEnv): void {
  const { CDK_DEFAULT_ACCOUNT: ownAccount, CDK_DEFAULT_REGION: ownRegion } = environment;
  for (const [what, expected, own] of [['account', account, ownAccount] as const, ['region', region, ownRegion] as const]) {
    if (!expected || expected === own) continue;
    throw new CommandError(
      `${stage} belongs to the ${what} ${expected}, but ${own ? `this deployment is to ${own}` : `no ${what} is known for this deployment`}. Sign in to the right account and set AWS_REGION, or change the setting.`,
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
  if (!name && !certificate && !exclusive) return undefined;
  if (!name || !certificate) {
    throw new CommandError('Set -c domain and -c certificate together. -c exclusive=on needs both.');
  }
  const [, , , certificateRegion] = certificate.split(':');
  if (region && certificateRegion !== region) {
    throw new CommandError(`The certificate is in ${certificateRegion}. Use one in ${region}, the region of this deployment.`);
  }
  return { name, certificate, isExclusive: exclusive };
}

/** The account and region that the caller is signed in to. */
function accountOf({ CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region }: NodeJS.ProcessEnv) {
  if (account && region) return { account, region };
  throw new CommandError('-c stage=prod needs an AWS account. Sign in, and set AWS_REGION.');
}
