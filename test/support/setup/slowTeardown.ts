import { rmSync } from 'node:fs';
import stopDatabase from './databaseTeardown.ts';

export default async function slowTeardown(): Promise<void> {
  rmSync(process.env.SYNTHESIZED as string, { recursive: true, force: true });
  await stopDatabase();
}
