import * as z from 'zod/mini';
import { Settings as LocalSettings } from '../local/startSettings.ts';
import { Settings } from '../stacks/settings.ts';
import { stages } from '../stacks/stage.ts';

const rowsOf = (shape: Record<string, z.ZodMiniType>) =>
  Object.entries(shape).map(([name, schema]) => [`\`${name}\``, z.globalRegistry.get(schema)?.description as string]);

export const settingRows = rowsOf(Settings.shape);

export const localSettingRows = rowsOf(LocalSettings.shape);

type Stage = (typeof stages)['dev' | 'prod'];

const [accountRate] = z.parse(Settings, {}).gateway.split('/');
const rate = (share: number) => (Number(accountRate) * share).toLocaleString('en-US');
const onOrOff = (isOn: boolean) => (isOn ? 'on' : 'off');

/** The functions that have concurrency of their own, which no other function can use up. */
function reserved({ placeOrderConcurrency, deliverConcurrency, receiverCallConcurrency }: Stage): string {
  if (!placeOrderConcurrency) return 'none';
  const deliver = `${deliverConcurrency} each for \`deliver\` and \`follow\``;
  return `${placeOrderConcurrency} for \`placeOrder\`, ${deliver}, ${receiverCallConcurrency} each for \`testWebhook\` and \`calculateRates\``;
}

const differences: [what: string, of: (stage: Stage) => string | number][] = [
  [
    'table',
    ({ isProtected }) =>
      isProtected ? 'protected from deletion, and kept' : 'deleted with the stage; a restored table is kept',
  ],
  ['logs', ({ logRetention }) => `kept for ${logRetention} days`],
  ['requests per second, for each method of each path', ({ limits }) => rate(limits.ordinary)],
  [
    'the same, for operations that return a `next_cursor`, `calculateRates` and `testWebhook`',
    ({ limits }) => rate(limits.costly),
  ],
  ['the same, for paths that need no key, such as `/docs`', ({ limits }) => rate(limits.unauthenticated)],
  ['`waf`', ({ hasFirewall }) => onOrOff(hasFirewall)],
  ['`awake`', ({ keepsWarm }) => onOrOff(keepsWarm)],
  ['`deliveries`', ({ deliverConcurrency }) => deliverConcurrency],
  ['reserved concurrency', reserved],
  ['a new version gets requests', ({ shiftsGradually }) => (shiftsGradually ? 'in steps' : 'all at once')],
];

export const stageRows = differences.map(([what, of]) => [what, `${of(stages.dev)}`, `${of(stages.prod)}`]);
