import * as z from 'zod/mini';
import { field } from '../../lib/values/documented.ts';
import { email, host } from '../../lib/values/fields.ts';

const onOrOffByStage = z.pipe(
  z.enum(['on', 'off'], 'must be on or off'),
  z.transform((value) => value === 'on'),
);
const onOrOff = z._default(onOrOffByStage, false);
const text = (form: RegExp, message: string) => z.string().check(z.regex(form, message));
const certificateArn = /^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
const vaultOrNone = /^(none|arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50})$/;

const wholeNumber = (least: number, most: number) => {
  const isAllowed = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  const allowed = z.string().check(z.refine(isAllowed, `must be a number from ${least} to ${most}`));
  return z.pipe(allowed, z.transform(Number));
};

/** The settings of `-c name=value`, or of the `context` in cdk.json. docs/deploy.md lists them. */
export const Settings = z.object({
  stage: field(z._default(z.enum(['dev', 'prod'], 'must be dev or prod'), 'dev'), '`dev` (default) or `prod`'),
  account: field(
    z.optional(text(/^\d{12}$/, 'must be an account ID of 12 digits')),
    'the account that the stage belongs to, such as `"account:prod": "111122223333"`. A deployment to any other account stops',
  ),
  region: field(
    z.optional(text(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region, such as eu-central-1')),
    'the region that the stage belongs to; a deployment to any other region stops',
  ),
  alarms: field(
    z.optional(email()),
    'the e-mail address that receives [alarms](monitor.md#alarms); `prod` needs it. AWS first sends a confirmation e-mail for each of two topics: confirm both. If `inform` is set, one of them goes there',
  ),
  inform: field(z.optional(email()), 'the address for alarms that can wait until the morning; without it, they go to `alarms`'),
  budget: field(z.optional(wholeNumber(1, 10_000_000)), 'the monthly budget in USD; needs `alarms`'),
  shift: field(
    z._default(z.enum(['steps', 'now'], 'must be steps or now'), 'steps'),
    '`now` gives a new version all requests at once, even while an alarm is in ALARM; by default, `prod` shifts them [in steps](#change-and-roll-back)',
  ),
  warm: field(
    z.optional(wholeNumber(4000, 1_000_000)),
    'write units per second that the table can take as soon as it exists, at least 4,000, such as 12000 for a flash sale; reads get three times as many. AWS charges once for each increase. AWS also raises it as traffic grows, and rejects a value below what the table or an index has by then. A restored table gets what the old one had',
  ),
  domain: field(
    z.optional(host()),
    "your own domain; needs `certificate`. Point the domain's CNAME to the printed `DomainTarget`",
  ),
  certificate: field(
    z.optional(text(certificateArn, 'must be the ARN of a certificate in ACM')),
    "the ARN of the domain's certificate in ACM, in the region of the deployment",
  ),
  exclusive: field(
    onOrOff,
    '`on` disables the default `execute-api` endpoint; use it once the CNAME works and all clients use your domain',
  ),
  gateway: field(
    z._default(
      text(/^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, 'must be requests per second and the burst, such as 10000/5000'),
      '10000/5000',
    ),
    'what API Gateway allows your account in the region: requests per second and the burst, `10000/5000` by default. Some regions allow `2500/1250` (Service Quotas, API Gateway, throttle rate)',
  ),
  closed: field(onOrOff, '`on` rejects every request with 503 and stops all deliveries until you deploy without it'),
  quotas: field(
    z.optional(z.string()),
    '[requests per 10 seconds per tenant](limits.md#request-rate), by plan, such as `trial=50,plan5=20000`; other plans keep their default quota',
  ),
  deliveries: field(
    z.optional(wholeNumber(2, 500)),
    'how many deliveries, and how many follower runs, are allowed at once, from 2 to 500',
  ),
  orders: field(
    z.optional(wholeNumber(1, 10_000)),
    'how many orders can be placed at once, by all stores together: the reserved concurrency of `placeOrder`',
  ),
  rates: field(
    z.optional(wholeNumber(1, 1000)),
    'how many calls of `calculateRates`, and how many of `testWebhook`, can run at once',
  ),
  awake: field(
    z.optional(onOrOffByStage),
    '`on` calls every operation every five minutes, so that few requests wait for a cold start. About 0.5 million calls and less than 1 USD a month',
  ),
  waf: field(
    z.optional(onOrOffByStage),
    '`on` adds a firewall that rejects [too many requests](limits.md#request-rate) from one address or key',
  ),
  callers: field(
    z.optional(onOrOffByStage),
    "`off` removes each caller's IP address and user agent from the access log. They are personal data, kept as long as the logs",
  ),
  kms: field(
    onOrOff,
    '`on` encrypts the table with a KMS key of your account instead of a key that AWS owns. The key rotates every year and costs about 1 USD a month, plus a charge per use',
  ),
  tracing: field(onOrOff, '`on` traces requests with X-Ray'),
  backup: field(
    z.optional(text(vaultOrNone, 'must be the ARN of a backup vault, or none')),
    "the ARN of a vault in another account or region, which receives [a copy of each night's backup](disaster.md#backups-in-another-account-or-region), or `none`; `prod` needs one of the two",
  ),
  table: field(
    z.optional(text(/^[\w.-]{3,255}$/, 'must be a table name: 3 to 255 letters, digits, _, . or -')),
    'a restored table to use; keep it in `cdk.json` from then on',
  ),
});

export type Settings = z.infer<typeof Settings>;

const settingIn = (given: Record<string, string>, name: string) =>
  (z.safeParse(Settings, given).data as Record<string, unknown> | undefined)?.[name];

/** Whether a setting has no effect, because its value is the one that it has if it is not given. */
export function isDefault(name: string, value: string): boolean {
  const given = settingIn({ [name]: value }, name);
  return given !== undefined && given === settingIn({}, name);
}
