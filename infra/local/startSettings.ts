import * as z from 'zod/mini';
import { CommandError } from '../../apps/ops/commandError.ts';
import { field } from '../../lib/values/documented.ts';

const flag = (defaultValue: '0' | '1') =>
  z.pipe(
    z._default(z.enum(['0', '1'], 'must be 0 or 1'), defaultValue),
    z.transform((value) => value === '1'),
  );

/** docs/run-locally.md lists them. */
export const Settings = z.object({
  PORT: field(
    z._default(
      z.string().check(z.refine((text) => /^\d+$/.test(text) && Number(text) < 65536, 'must be a port number from 0 to 65535')),
      '3000',
    ),
    'the port; 3000 by default',
  ),
  PLATFORM_API_KEY: field(
    z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,}$/, 'must be 16 or more visible ASCII characters'))),
    'a platform key of your choice, of at least 16 characters; without it, the service prints one that it generates and keeps in the data folder',
  ),
  DATA_DIR: field(z._default(z.string(), '.data'), 'the data folder; `.data` by default'),
  DEMO: field(flag('1'), '`0` skips the demo store'),
  WEBHOOK_ALLOW_LOCAL: field(
    flag('0'),
    '`1` lets webhooks use plain `http` and call this machine; a deployment has no such switch',
  ),
  RATE_LIMIT: field(
    z.optional(z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999'))),
    'management requests per 10 seconds per tenant, for all plans; by default there is no quota',
  ),
  DYNAMODB_ENDPOINT: field(
    z.optional(z.url({ protocol: /^https?$/, error: 'must be a URL, such as http://127.0.0.1:8000' })),
    'the endpoint of a DynamoDB that is already running',
  ),
  LOG_LEVEL: field(
    z.optional(z.string()),
    '`error` logs only warnings and errors; by default, the terminal also shows each request',
  ),
});

export type Settings = z.infer<typeof Settings>;

/** Reads the settings of a local run. An empty variable counts as not set. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const settings = z.safeParse(Settings, given);
  if (settings.success) return settings.data;
  const problems = settings.error.issues.map(({ path: [name], message }) => {
    // A key is a secret even when it is wrong.
    const value = name === 'PLATFORM_API_KEY' ? '' : `, not "${given[name as string]}"`;
    return `${String(name)} ${message}${value}`;
  });
  throw new CommandError(`${problems.join('; ')}.`);
}
