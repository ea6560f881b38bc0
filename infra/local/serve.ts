import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, errorText, sentence } from '../../apps/ops/commandError.ts';
import { handler as deliver } from '../../functions/webhook/deliver.ts';
import { handler as follow } from '../../functions/webhook/follow.ts';
import { handler as sweep } from '../../functions/webhook/sweep.ts';
import { defaultQuotas } from '../../lib/quota/quotas.ts';
import { lockFolder, unusableData } from './dataFile.ts';
import { demoKey, demoLinks } from './demo.ts';
import { useLocalDatabase } from './localEnvironment.ts';
import { localKey } from './localKey.ts';
import { createLocalServer } from './localServer.ts';
import { createTable, readTable } from './localTable.ts';
import { startWebhooks } from './localWebhooks.ts';
import { readSettings, type Settings } from './startSettings.ts';

/** `npm start`: the whole service in one process, on a local database. */
async function serve(settings: Settings) {
  // Exit at once until the server runs. The signal may arrive twice, from the terminal and from npm.
  let stop: () => void = () => process.exit(0);
  process.on('SIGINT', () => stop()).on('SIGTERM', () => stop());
  const folder = dataFolder(resolve(settings.DATA_DIR));
  lockFolder(folder);
  const database = await openDatabase(folder, settings.DYNAMODB_ENDPOINT);
  const key = await localKey(folder, settings.PLATFORM_API_KEY);
  const server = createLocalServer(key.translate);
  const started = Promise.withResolvers<{ stop: () => Promise<unknown> }>();
  stop = shutdown(server, async () => {
    // A demo that is being created is finished first.
    const webhooks = await Promise.race([started.promise, sleep(shutdownTimeoutMs)]);
    await webhooks?.stop();
    await database?.stop();
  });
  const port = await listen(server, Number(settings.PORT)).catch(async (error) => {
    await database?.stop();
    throw error;
  });
  const demo = settings.DEMO ? await quietly(() => demoKey(folder, key.secret)) : undefined;
  const url = `http://127.0.0.1:${port}`;
  const links = demo ? await quietly(() => demoLinks(folder, demo, url)) : {};
  started.resolve(await startWebhooks({ deliver, follow, sweep }));
  // The calls that create the demo do not count.
  if (settings.RATE_LIMIT) process.env.QUOTAS = sameQuotaForAll(Number(settings.RATE_LIMIT));
  if (server.listening) process.stdout.write(welcome(url, key.printed, demo, links));
}

/** Handlers read the quotas from the environment, as they do when deployed. */
const sameQuotaForAll = (quota: number) =>
  JSON.stringify(Object.fromEntries(Object.keys(defaultQuotas).map((plan) => [plan, quota])));

/** Leaves out the log lines of the calls that create the demo. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { LOG_LEVEL = 'info' } = process.env;
  process.env.LOG_LEVEL = 'error';
  return work().finally(() => {
    process.env.LOG_LEVEL = LOG_LEVEL;
  });
}

function dataFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  } catch (error) {
    throw new CommandError(
      `Cannot use ${path} as the data folder: ${(error as Error).message}. Set DATA_DIR to another folder.`,
    );
  }
}

/** Starts the embedded database unless there is an endpoint, and creates the table. */
async function openDatabase(folder: string, chosenEndpoint: string | undefined) {
  // Loads the engine only if it is needed.
  const database = chosenEndpoint ? undefined : await (await import('./localDatabase.ts')).startDatabase(folder);
  const endpoint = chosenEndpoint ?? (database?.endpoint as string);
  // The database shares this machine, which may be busy.
  const { AWS_TIMEOUT_FACTOR = '10' } = process.env;
  // The data folder has one table, whatever a shell may have set for a deployment.
  const table = (chosenEndpoint && process.env.TABLE_NAME) || 'store-platform';
  // A key of its own for the secrets would only be kept beside the data that it protects.
  useLocalDatabase(endpoint, { TABLE_NAME: table, AWS_TIMEOUT_FACTOR, WEBHOOK_KEYS: 'local' });
  await createTable(endpoint, table).catch((error) => {
    const [reason = ''] = `${error.message || error.code || error.name}`.split('\n');
    const advice = chosenEndpoint ? 'Check DYNAMODB_ENDPOINT.' : 'Start the server again.';
    throw new CommandError(`The table cannot be created in the database at ${endpoint}: ${sentence(reason)} ${advice}`);
  });
  if (database) {
    await readTable(endpoint, table).catch((error) => {
      if (error.name !== 'TimeoutError') throw unusableData(folder, error);
      throw new CommandError('The database did not answer in time. Start the server again.');
    });
  }
  return database;
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const problem = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${message})`;
      reject(new CommandError(`Port ${port} ${problem}. Set PORT to another port.`));
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** The maximum run time of an operation. Requests still open after this are treated as stuck. */
const shutdownTimeoutMs = 25_000;

/** Lets requests in flight finish, drops idle connections, then stops the other services and exits. */
function shutdown(server: Server, stopServices: () => Promise<unknown>): () => void {
  let inFlight = 0;
  let isEnding = false;
  const dropConnections = () => {
    if (isEnding) server.closeIdleConnections();
    if (isEnding && inFlight === 0) server.closeAllConnections();
  };
  server.on('request', (_, outgoing) => {
    inFlight += 1;
    outgoing.once('close', () => {
      inFlight -= 1;
      dropConnections();
    });
  });
  return () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs).unref();
    server.close(async () => {
      await stopServices();
      process.exit(0);
    });
    dropConnections();
  };
}

function welcome(
  url: string,
  platformKey: string | undefined,
  demoKey: string | undefined,
  links: Record<string, string>,
): string {
  const lines = [`Serving on ${url}`, `Reference:    ${url}/docs`, `Console:      ${url}/console`];
  if (platformKey) lines.push(`Platform key: ${platformKey}`);
  if (demoKey) {
    const command = `curl -H 'X-API-KEY: ${demoKey}' ${url}/v1/management/order/1001`;
    lines.push('', `Management key of the demo tenant: ${demoKey}`, '', 'Show one of its orders:', '', `  ${command}`);
    lines.push('', 'Sign in to the console (a link lasts 12 hours from when it was first shown):', '');
    for (const [person, link] of Object.entries(links)) lines.push(`  ${person}: ${link}`);
  }
  return `\n${lines.join('\n')}\n\n`;
}

try {
  await serve(readSettings(process.env));
} catch (error) {
  process.stderr.write(errorText(error));
  process.exit(1);
}
