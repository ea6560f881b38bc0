import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Emulator } from './emulator.ts';
import { output } from './program.ts';

type Outputs = { BaseUrl: string; TableName: string };

/** Runs `cdk` with the app. */
export const cdk = ({ env, folder }: Pick<Emulator, 'env' | 'folder'>, ...args: string[]) =>
  output('cdk', [...args, '-c', 'emulated=true', '--output', join(folder, 'cdk.out')], env);

/** Deploys both stacks, and returns their outputs and what `cdk` printed. */
export async function deploy(emulator: Pick<Emulator, 'env' | 'folder'>): Promise<Outputs & { output: string }> {
  const file = join(emulator.folder, 'outputs.json');
  const printed = await cdk(emulator, 'deploy', '--all', '--require-approval', 'never', '--ci', '--outputs-file', file);
  const outputs = Object.assign({}, ...Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>));
  return { ...(outputs as Outputs), output: printed };
}

/** The address where the emulator serves this AWS address. */
export function servedAt(baseUrl: string, { AWS_ENDPOINT_URL }: NodeJS.ProcessEnv): string {
  const { hostname, pathname } = new URL(baseUrl);
  return `${AWS_ENDPOINT_URL}/_aws/execute-api/${hostname.split('.')[0]}${pathname}`;
}
