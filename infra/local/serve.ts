import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { Fault, readSettings, type Settings } from './settings.ts';

/** `npm start`: the whole service in one process, on the embedded database. */
async function serve(settings: Settings) {
  const folder = resolve(settings.DATA_DIR);
  mkdirSync(folder, { recursive: true });
  const database = settings.DYNAMODB_ENDPOINT ? undefined : await (await import('./database.ts')).startEmbedded(folder);
  const endpoint = settings.DYNAMODB_ENDPOINT ?? (database?.endpoint as string);
  useDatabase(endpoint);
  const { createTable } = await import('./table.ts');
  await createTable(endpoint, process.env.TABLE_NAME as string);
  const { localKey } = await import('./localKey.ts');
  const key = await localKey(folder, settings.PLATFORM_API_KEY);
  const { createLocalServer } = await import('./server.ts');
  const server = createLocalServer(key.translate);
  const port = await listen(server, Number(settings.PORT));
  const stop = stopping(server, async () => database?.stop());
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.write(welcome(port, key.shown));
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
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Fault(`Port ${port} is in use. Choose another with PORT=…`) : error);
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** Lets what is under way finish, then ends the database. */
const stopping = (server: Server, stopDatabase: () => Promise<unknown>) => () => {
  server.close(async () => {
    await stopDatabase();
    process.exit(0);
  });
  server.closeIdleConnections();
};

const welcome = (port: number, key: string | undefined) => `
Serving on http://127.0.0.1:${port}
${key ? `Platform key: ${key}\n` : ''}
Try:  curl -H 'X-API-KEY: ${key ?? '$PLATFORM_API_KEY'}' http://127.0.0.1:${port}/v1/platform/auth/test

`;

try {
  await serve(readSettings(process.env));
} catch (error) {
  process.stderr.write(error instanceof Fault ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}
