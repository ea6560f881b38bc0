import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { Fault, told } from '../fault.ts';
import { readSettings, type Settings } from './settings.ts';

/** `npm start`: the whole service in one process, on the embedded database. */
async function serve(settings: Settings) {
  // Before it serves there is nothing to lose. A terminal and npm may each pass the same signal on.
  let stop: () => void = () => process.exit(0);
  process.on('SIGINT', () => stop()).on('SIGTERM', () => stop());
  const folder = folderAt(resolve(settings.DATA_DIR));
  const database = settings.DYNAMODB_ENDPOINT ? undefined : await (await import('./database.ts')).startEmbedded(folder);
  const endpoint = settings.DYNAMODB_ENDPOINT ?? (database?.endpoint as string);
  useDatabase(endpoint);
  const { createTable } = await import('./table.ts');
  await createTable(endpoint, process.env.TABLE_NAME as string).catch((error) => {
    const [why] = `${error.message || error.code || error.name}`.split('\n');
    throw new Fault(`The database at ${endpoint} takes no table: ${why}`);
  });
  const { localKey } = await import('./localKey.ts');
  const key = await localKey(folder, settings.PLATFORM_API_KEY);
  const { createLocalServer } = await import('./server.ts');
  const server = createLocalServer(key.translate);
  let doorbell: Awaited<ReturnType<typeof ringing>> | undefined;
  stop = stopping(server, async () => {
    await doorbell?.stop();
    await database?.stop();
  });
  const port = await listen(server, Number(settings.PORT)).catch(async (error) => {
    await database?.stop();
    throw error;
  });
  const { demoKey } = await import('./demo.ts');
  const demo = settings.DEMO ? await demoKey(folder, key.secret) : undefined;
  doorbell = await ringing();
  process.stdout.write(welcome(`http://127.0.0.1:${port}`, key.shown, demo));
}

function folderAt(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  } catch (error) {
    throw new Fault(`The data cannot be kept in ${path}: choose another folder with DATA_DIR=… (${(error as Error).message})`);
  }
}

/** The handlers find the database as they do when deployed: by the environment, before they are loaded. */
function useDatabase(endpoint: string) {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  process.env.AWS_REGION ??= 'eu-central-1';
  process.env.AWS_ACCESS_KEY_ID ??= 'local';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'local';
  process.env.TABLE_NAME ??= 'store-platform';
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${message})`;
      reject(new Fault(`Port ${port} ${why}. Choose another with PORT=…`));
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** As long as a function may take: what is then still under way is a request that does not come to its end. */
const longest = 25_000;

/** Lets what is under way finish, drops the connections that only wait, then ends the database. */
function stopping(server: Server, stopDatabase: () => Promise<unknown>): () => void {
  let underWay = 0;
  let isEnding = false;
  const drop = () => {
    if (isEnding) server.closeIdleConnections();
    if (isEnding && underWay === 0) server.closeAllConnections();
  };
  server.on('request', (_, outgoing) => {
    underWay += 1;
    outgoing.once('close', () => {
      underWay -= 1;
      drop();
    });
  });
  return () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => server.closeAllConnections(), longest).unref();
    server.close(async () => {
      await stopDatabase();
      process.exit(0);
    });
    drop();
  };
}

/** Drives the webhooks: the same two functions that SQS and the schedule drive when deployed. */
async function ringing() {
  const { startDoorbell } = await import('./doorbell.ts');
  const { handler: deliver } = await import('../../functions/webhook/deliver.ts');
  const { handler: sweep } = await import('../../functions/webhook/sweep.ts');
  return startDoorbell({ deliver, sweep });
}

function welcome(url: string, platform: string | undefined, demo: string | undefined): string {
  const lines = ['', `Serving on ${url}`, `Reference:    ${url}/docs`];
  if (platform) lines.push(`Platform key: ${platform}`);
  lines.push('', `  curl -H 'X-API-KEY: ${platform ?? `'"$PLATFORM_API_KEY"'`}' ${url}/v1/platform/tenant/`);
  if (demo) lines.push('', `Management key of the tenant demo: ${demo}`, '', ...commands(url, demo));
  return `${lines.join('\n')}\n\n`;
}

const commands = (url: string, key: string) => [
  `  curl -H 'X-API-KEY: ${key}' ${url}/v1/management/product/`,
  `  curl -H 'X-API-KEY: ${key}' ${url}/v1/management/order/ -H 'Content-Type: application/json' \\`,
  `    -d '{"lines": [{"sku": "TEA-GREEN", "quantity": 2}]}'`,
  '',
  'More of it, with the key read from the file demo-key of the data folder: docs/first-ten-minutes.md',
];

try {
  await serve(readSettings(process.env));
} catch (error) {
  process.stderr.write(told(error));
  process.exit(1);
}
