import * as z from 'zod/mini';
import { Fault } from '../fault.ts';

const flag = (otherwise: '0' | '1') =>
  z.pipe(
    z._default(z.enum(['0', '1'], 'must be 0 or 1'), otherwise),
    z.transform((value) => value === '1'),
  );

const Settings = z.object({
  PORT: z._default(
    z.string().check(z.refine((text) => /^\d+$/.test(text) && Number(text) < 65536, 'must be a port, 0 to 65535')),
    '3000',
  ),
  PLATFORM_API_KEY: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,}$/, 'must be 16 or more visible ASCII characters'))),
  DATA_DIR: z._default(z.string(), '.data'),
  DEMO: flag('1'),
  WEBHOOK_ALLOW_LOCAL: flag('0'),
  DYNAMODB_ENDPOINT: z.optional(z.url({ protocol: /^https?$/, error: 'must be a URL, like http://127.0.0.1:8000' })),
});

/** What the environment asks of a local run. An empty variable is one that is not set. */
export function readSettings(environment: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const settings = z.safeParse(Settings, given);
  if (settings.success) return settings.data;
  throw new Fault(settings.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '));
}

export type Settings = ReturnType<typeof readSettings>;
