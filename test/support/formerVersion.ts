import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lastRelease } from '../../infra/lastRelease.ts';
import { root, run } from './run.ts';
import { freshFolder } from './service.ts';

/**
 * The version that may run alongside this one during a deployment: the last release, or `FORMER`, such as the deployed commit.
 * Undefined before the first release.
 */
export const formerVersion: string | undefined = process.env.FORMER ?? lastRelease('lib');

/** A folder with the code of the former version and the packages of this one. Before the first release, this version itself. */
export function formerFolder(): string {
  if (!formerVersion) return root;
  const folder = freshFolder();
  const archive = execFileSync('git', ['archive', formerVersion], { maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Handlers of the version in a folder, on a local database and the queue of this process. */
export function handlersIn(cwd: string, AWS_ENDPOINT_URL_DYNAMODB: string) {
  const env = {
    ...{
      AWS_ENDPOINT_URL_DYNAMODB,
      TABLE_NAME: 'store-platform',
      WEBHOOK_ALLOW_LOCAL: '1',
      WEBHOOK_KEYS: 'local',
      AWS_TIMEOUT_FACTOR: '10',
    },
    ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
  };
  const evaluate = async (program: string, argument: string) => {
    const command = [process.execPath, '--input-type=module', '-e', program, argument];
    const { code, stdout, stderr } = await run(command, { cwd, env });
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
  return {
    /** Returns the number of the new order. */
    placeOrder: async (key: string): Promise<string> =>
      JSON.parse((await evaluate(placing, key)).trim().split('\n').at(-1) as string).payload.orders.number,
    deliver: (message: string) => evaluate(delivering, message),
  };
}

const placing = `
  const { gatewayEvent } = await import('./infra/local/event.ts');
  const { handler } = await import('./functions/management/placeOrder.ts');
  const headers = { 'X-API-KEY': process.argv[1], 'Content-Type': 'application/json' };
  const body = '{"lines": [{"sku": "TEA", "quantity": 1}]}';
  const event = gatewayEvent({ method: 'POST', url: '/v1/management/order/', headers, pathParameters: {}, body });
  console.log((await handler(event, {})).body);`;

const delivering = `
  const { handler } = await import('./functions/webhook/deliver.ts');
  await handler({ Records: [{ body: process.argv[1] }] });`;
