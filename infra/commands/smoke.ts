import { CommandError } from '../../apps/ops/commandError.ts';
import type { TenantId } from '../../lib/db/key.ts';
import { commandAuthor, issuePlatformKey, revokePlatformKey } from '../../lib/key/platformKeys.ts';
import { checkService } from '../smoke/checkService.ts';
import { serviceAt } from '../smoke/serviceAt.ts';
import { report } from '../smoke/smokeReport.ts';
import { inTenMinutes } from '../smoke/story.ts';
import { deleteTenant } from './deleteTenant.ts';
import { main, useTable, type Values } from './main.ts';
import { awsPrincipal } from './principal.ts';
import { outputsOf } from './stackOutputs.ts';

const help = `Checks a running service from outside: a deployment, or npm start.

  npm run smoke -- --stack StorePlatform-prod
  PLATFORM_API_KEY=… npm run smoke -- --url http://127.0.0.1:3000 [--table NAME]

  --stack  the deployed service stack, which names the address and the table; uses your AWS credentials and AWS_REGION
  --url    the address of the service, if there is no stack, or to check it at another address
  --table  the table of the deployment, if there is no stack

With a table, the command issues a platform key for itself unless PLATFORM_API_KEY is set, and revokes it at the end.

Creates three throw-away tenants named smoke-…, calls every operation with and without a trailing slash, provokes almost
every error, and compares each response with the API document of this checkout. At the end it deletes its tenants.
Without a table, it cannot delete them: it revokes their keys or lets them expire, unlinks their domains and sets their
subscriptions to expired. It takes less than two minutes.

Prints the response times, a line for each problem, and last the verdict. Exits with 0 if all checks pass, and with 1 otherwise.
`;

const options = { stack: { type: 'string' }, url: { type: 'string' }, table: { type: 'string' } } as const;

await main(help, options, run);

async function run({ stack, ...given }: Values<typeof options>): Promise<void> {
  const deployed = stack ? await outputsOf(stack) : undefined;
  const { url, table } = { ...deployed, ...given };
  if (!url) throw new CommandError('Pass the stack with --stack, or the service with --url, such as https://api.example.com.');
  const service = serviceAt(url);
  const keys = table ? await keysOf(table) : undefined;
  const { PLATFORM_API_KEY } = process.env;
  const own = PLATFORM_API_KEY ? undefined : await keys?.issue();
  const platform = PLATFORM_API_KEY || own?.secret;
  if (!platform)
    throw new CommandError(
      'PLATFORM_API_KEY is not set. Set it to a platform key, or pass the stack with --stack or the table with --table.',
    );
  const started = performance.now();
  const ofTable = keys && { issuePlatformKey: async () => (await keys.issue()).key.id, deleteTenant: keys.deleteTenant };
  const results = await checkService(service, { platform, ...ofTable }).finally(() => own && keys?.revoke(own.key.id));
  const { text, failed } = report(results, service.url, (performance.now() - started) / 1000);
  process.stdout.write(text);
  process.exitCode = failed ? 1 : 0;
}

/** Platform keys that expire soon, in case the command is stopped before it revokes them. */
async function keysOf(table: string) {
  useTable(table);
  const principal = await awsPrincipal();
  const expires = inTenMinutes();
  return {
    issue: () => issuePlatformKey({ label: 'smoke', expires }, principal, new Date()),
    revoke: (id: string) =>
      revokePlatformKey(id, commandAuthor('revokePlatformKey', principal), new Date()).catch((error) =>
        process.stderr.write(`${error.message} The key ${id} of this check was not revoked. It expires at ${expires}.\n`),
      ),
    /** Nobody else uses the tenant, so it need not settle, and nothing in it is worth an export. */
    deleteTenant: async (id: string) => {
      await deleteTenant(id as TenantId, principal, undefined, () => {});
    },
  };
}
