import { stopService } from '../service.ts';

export default async function globalTeardown(): Promise<void> {
  const { testService } = globalThis;
  if (testService) await stopService(testService);
}
