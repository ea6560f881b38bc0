import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Emulator } from './emulator.ts';
import { output } from './program.ts';

type Outputs = { BaseUrl: string; TableName: string };

/** Runs the real command on the real app. */
export const cdk = ({ env, folder }: Pick<Emulator, 'env' | 'folder'>, ...args: string[]) =>
  output('cdk', [...args, '-c', 'emulated=true', '--output', join(folder, 'cdk.out')], env);

/** Deploys both stacks; gives what they say of themselves. */
export async function deploy(emulator: Pick<Emulator, 'env' | 'folder'>): Promise<Outputs & { said: string }> {
  const file = join(emulator.folder, 'outputs.json');
  const said = await cdk(emulator, 'deploy', '--all', '--require-approval', 'never', '--ci', '--outputs-file', file);
  const outputs = Object.assign({}, ...Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>));
  return { ...(outputs as Outputs), said };
}

/** Where the emulator serves what AWS would serve at this address. */
export function servedAt(baseUrl: string, { AWS_ENDPOINT_URL }: NodeJS.ProcessEnv): string {
  const { hostname, pathname } = new URL(baseUrl);
  return `${AWS_ENDPOINT_URL}/_aws/execute-api/${hostname.split('.')[0]}${pathname}`;
}
