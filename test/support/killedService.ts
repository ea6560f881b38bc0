import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from '@jest/globals';
import { startDatabase } from '../../infra/local/localDatabase.ts';
import type { Answer } from './call.ts';
import { passMinute } from './passMinute.ts';
import { freshFolder, type Service, startService, stopService } from './service.ts';

/**
 * Serves the calls of a test file. Returns a function that kills the service with its embedded database, makes claims a minute older, and
 * starts both again.
 */
export function aKillableService(): () => Promise<void> {
  const PLATFORM_API_KEY = 'a-key-of-the-kill-test';
  const DATA_DIR = freshFolder();
  let service: Service;
  const start = async (PORT: string) => {
    service = await startService({ PLATFORM_API_KEY, LOG_LEVEL: 'error', WEBHOOK_ALLOW_LOCAL: '1', DATA_DIR, PORT });
    Object.assign(process.env, { BASE_URL: service.url, PLATFORM_API_KEY });
  };
  beforeAll(() => start('0'), 30_000);
  afterAll(async () => {
    await stopService(service);
  });
  return async () => {
    const { port } = new URL(service.url);
    await stopService(service, 'SIGKILL');
    const engine = await startDatabase(DATA_DIR);
    await passMinute(engine.endpoint);
    await engine.stop();
    await start(port);
  };
}

/** Retries a request until it gets a response, as a client does. */
export async function sendUntilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await sleep(50);
  }
}
