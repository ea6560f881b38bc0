import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './run.ts';
import { freshFolder } from './service.ts';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 }).trim();

const deployed = ['lib', 'functions'];
const shapes = 'test/support/stored/shapes.json';

/**
 * The commits whose code may run alongside this one: the version before the last change of deployed code, the version before
 * the last change of what is stored, and `FORMER`, such as the deployed commit. Empty without a history.
 */
export function formerVersions(): string[] {
  if (!hasHistory()) return [];
  const isChanged = git('status', '--porcelain', '--', ...deployed) !== '';
  const before = isChanged ? 'HEAD' : `${git('rev-list', '-1', 'HEAD', '--', ...deployed)}^`;
  const beforeShapes = `${git('rev-list', '-1', 'HEAD', '--', shapes)}^`;
  const named = [before, beforeShapes, ...(process.env.FORMER ? [process.env.FORMER] : [])];
  return [...new Set(named.map((name) => git('rev-parse', '--short', name)))];
}

function hasHistory(): boolean {
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'false') return true;
  } catch {
    console.warn('This is not a Git repository, so no earlier version runs alongside this one.');
    return false;
  }
  const remedy = 'Fetch the whole history: git fetch --unshallow, or fetch-depth: 0 in a workflow.';
  console.warn(`The repository has no history, so no earlier version runs alongside this one. ${remedy}`);
  return false;
}

/** The code of a commit in its own folder, with the packages of this one. */
export function checkOut(commit: string): string {
  const folder = freshFolder();
  const archive = execFileSync('git', ['archive', commit, 'lib', 'functions', 'infra', 'package.json'], { maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Handlers of the version in a folder, on a local database and the queue of this process. */
export function handlersIn(cwd: string, AWS_ENDPOINT_URL_DYNAMODB: string) {
  const env = {
    ...{ AWS_ENDPOINT_URL_DYNAMODB, TABLE_NAME: 'store-platform', WEBHOOK_ALLOW_LOCAL: '1' },
    ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
  };
  const evaluate = async (code: string, argument: string) => {
    const {
      code: status,
      stdout,
      stderr,
    } = await run([process.execPath, '--input-type=module', '-e', code, argument], {
      cwd,
      env,
    });
    if (status !== 0) throw new Error(stderr);
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
