import * as z from 'zod/mini';
import { CommandError } from '../../apps/ops/commandError.ts';

const flag = (defaultValue: '0' | '1') =>
  z.pipe(
    z._default(z.enum(['0', '1'], 'must be 0 or 1'), defaultValue),
    z.transform((value) => value === '1'),
  );

const Settings = z.object({
  PORT: z._default(
    z.string().check(z.refine((text) => /^\d+$/.test(text) && Number(text) < 65536, 'must be a port number from 0 to 65535')),
    '3000',
  ),
  PLATFORM_API_KEY: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,}$/, 'must be 16 or more visible ASCII characters'))),
  DATA_DIR: z._default(z.string(), '.data'),
  DEMO: flag('1'),
  WEBHOOK_ALLOW_LOCAL: flag('0'),
  RATE_LIMIT: z.optional(z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999'))),
  DYNAMODB_ENDPOINT: z.optional(z.url({ protocol: /^https?$/, error: 'must be a URL, such as http://127.0.0.1:8000' })),
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
