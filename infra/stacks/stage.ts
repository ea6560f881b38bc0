import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod/mini';
import { email, host } from '../../lib/values/fields.ts';
import { CommandError } from '../commandError.ts';

/** In what the stages differ. */
const stages = {
  dev: {
    removalPolicy: RemovalPolicy.DESTROY,
    isProtected: false,
    logRetention: RetentionDays.TWO_WEEKS,
    throttle: { rate: 50, burst: 100 },
    deliveriesAtOnce: 5,
    reservesDeliveries: false,
    outgoingAtOnce: undefined,
  },
  prod: {
    removalPolicy: RemovalPolicy.RETAIN,
    isProtected: true,
    logRetention: RetentionDays.THREE_MONTHS,
    throttle: { rate: 1000, burst: 2000 },
    deliveriesAtOnce: 50,
    reservesDeliveries: true,
    outgoingAtOnce: 25,
  },
} as const;

const onOrOff = z._default(z.enum(['on', 'off'], 'must be on or off'), 'off');
const certificateArn = z
  .string()
  .check(z.regex(/^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/, 'must be the ARN of a certificate in ACM'));
const tableName = z.string().check(z.regex(/^[\w.-]{3,255}$/, 'must be the name of a table'));

/** What is said with `-c name=value`. */
const Given = z.object({
  stage: z._default(z.enum(['dev', 'prod'], 'must be dev or prod'), 'dev'),
  alarms: z.optional(email()),
  domain: z.optional(host()),
  certificate: z.optional(certificateArn),
  table: z.optional(tableName),
  exclusive: onOrOff,
  tracing: onOrOff,
  closed: onOrOff,
});

/** Everything that may differ from one deployment to another. */
export type Stage = (typeof stages)['dev' | 'prod'] & {
  name: 'dev' | 'prod';
  /** Where it goes; without one, to whichever account and region the command line has. */
  env: { account: string; region: string } | undefined;
  /** The e-mail address that is told of alarms. */
  alarms: string | undefined;
  domain: { name: string; certificate: string; isExclusive: boolean } | undefined;
  /** A restored table that the service is put onto, in place of the data stack's. */
  table: string | undefined;
  isTraced: boolean;
  /** No request is let in, and nothing is delivered. */
  isClosed: boolean;
};

/** Reads the context, in which `table:prod` keeps the table of one stage; what is wrong with it is told in one line. */
export function stageOf(context: (name: string) => unknown, environment: NodeJS.ProcessEnv): Stage {
  const asked = context('stage') ?? 'dev';
  const said = Object.keys(Given.shape).map((name) => [name, context(name) ?? context(`${name}:${asked}`)] as const);
  const result = z.safeParse(Given, Object.fromEntries(said.filter(([, value]) => value !== undefined)));
  if (!result.success) {
    throw new CommandError(result.error.issues.map(({ path, message }) => `-c ${path.join('.')}=… ${message}`).join('; '));
  }
  const { stage: name, alarms, table, tracing, closed } = result.data;
  return {
    ...stages[name],
    name,
    env: name === 'prod' ? accountOf(environment) : undefined,
    alarms,
    domain: domainOf(result.data, environment.CDK_DEFAULT_REGION),
    table,
    isTraced: tracing === 'on',
    isClosed: closed === 'on',
  };
}

function domainOf({ domain: name, certificate, exclusive }: z.infer<typeof Given>, region: string | undefined) {
  if (!name && !certificate && exclusive === 'off') return undefined;
  if (!name || !certificate) {
    throw new CommandError(
      '-c domain=… and -c certificate=… go together: a domain has its certificate, and -c exclusive=on needs both.',
    );
  }
  const [, , , home] = certificate.split(':');
  if (region && home !== region)
    throw new CommandError(`-c certificate=… is in ${home}, and must be in ${region}, as the deployment is.`);
  return { name, certificate, isExclusive: exclusive === 'on' };
}

/** A stage with data that matters is bound to its account, so that it lands in no other. */
function accountOf({ CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region }: NodeJS.ProcessEnv) {
  if (account && region) return { account, region };
  throw new CommandError('-c stage=prod needs an AWS account: sign in, and name the region in AWS_REGION.');
}
