import { randomBytes } from 'node:crypto';
import { type Service, startService } from '../service.ts';

declare global {
  var testService: Service | undefined;
}

/** Starts one service for all files of this project. They find it through the environment. */
export default async function globalSetup(): Promise<void> {
  const PLATFORM_API_KEY = randomBytes(16).toString('hex');
  const service = await startService({ PLATFORM_API_KEY, LOG_LEVEL: 'error', WEBHOOK_ALLOW_LOCAL: '1' });
  if (!service.url) throw new Error(`The service did not start:\n${service.output()}`);
  globalThis.testService = service;
  Object.assign(process.env, { BASE_URL: service.url, PLATFORM_API_KEY });
}
