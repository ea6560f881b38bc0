import { CommandError } from '../commandError.ts';
import { report } from '../smoke/report.ts';
import { serviceAt } from '../smoke/service.ts';
import { smoke } from '../smoke/smoke.ts';
import { main, useTable } from './main.ts';

const help = `Checks a running service from outside: a deployment, or npm start.

  PLATFORM_API_KEY=… npm run smoke -- --url https://api.example.com [--table NAME]

  --url    the address of the service, such as the output BaseUrl
  --table  the table of the deployment; with it, a platform key is also issued and revoked, with your AWS credentials

Creates throw-away tenants named smoke-…, calls every operation with and without a trailing slash, provokes every error that
a caller can provoke, and compares each response with the API document of this checkout. At the end it revokes its keys,
unlinks its domains and expires its tenants; tenants and orders cannot be deleted. It takes less than two minutes.

Prints a table and a line with the verdict. Exits with 0 if all checks pass, and with 1 otherwise.
`;

const options = { url: { type: 'string' }, table: { type: 'string' } } as const;

await main(help, options, run);

async function run({ url, table }: { url?: string; table?: string }): Promise<void> {
  const { PLATFORM_API_KEY: platform } = process.env;
  if (!url) throw new CommandError('Name the service with --url, such as https://api.example.com.');
  if (!platform) throw new CommandError('PLATFORM_API_KEY is not set. Set it in the environment to a platform key.');
  const started = performance.now();
  const service = serviceAt(url);
  const results = await smoke(service, { platform, ...(table && { issuePlatformKey: () => issueKey(table) }) });
  const { text, failed } = report(results, service.url, (performance.now() - started) / 1000);
  process.stdout.write(text);
  process.exitCode = failed ? 1 : 0;
}

async function issueKey(table: string): Promise<string> {
  useTable(table);
  const { issuePlatformKey } = await import('../../lib/key/platformKeys.ts');
  const { awsPrincipal } = await import('./principal.ts');
  const expires = new Date(Date.now() + 600_000).toISOString();
  return (await issuePlatformKey({ label: 'smoke', expires }, await awsPrincipal(), new Date())).key.id;
}
