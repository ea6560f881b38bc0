import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { bundle } from '../../../infra/bundle/bundle.ts';
import { longStackTraces } from '../../../infra/stacks/functions/functions.ts';
import { makeToken } from '../../../lib/key/token.ts';
import { root, run } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';

const folder = freshFolder();
const task = join(folder, 'var/task');

beforeAll(() => bundle(task));

/** As Lambda sets it. */
const aws = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none', TABLE_NAME: 'none' };
const env = { ...aws, NODE_OPTIONS: longStackTraces };

/** The error output of a deployed handler, outside the project. */
const failing = async (script: string) =>
  (await run([process.execPath, '--input-type=module', '--eval', script], { cwd: folder, env })).stderr;

const decoded = async (input: string) => (await run([process.execPath, 'infra/commands/stack.ts'], { input })).stdout;

/** The line of a source file that a decoded stack points to. */
function lineAt(text: string, file: string): string {
  const [, line = 0] = new RegExp(`${file}:(\\d+):\\d+`).exec(text) ?? [];
  return readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1] ?? '';
}

test('decodes a stack trace of a deployed function to the source line, also in a log line, and leaves others unchanged', async () => {
  const stack = await failing(
    `const { handler } = await import('${task}/webhook/deliver.mjs'); await handler({ Records: [{ body: 'no JSON' }] });`,
  );
  expect(stack).toMatch(/var\/task\/webhook\/deliver\.mjs:\d+:\d+/);
  const key = makeToken('PLATFORM', `key_${'0'.repeat(26)}`, 'secret');
  const event = `{ path: '/', httpMethod: 'GET', headers: { 'x-api-key': '${key}' }, requestContext: { requestId: 'r' } }`;
  const script = `
    process.stdout.write = (text) => process.stderr.write(text);
    const { handler } = await import('${task}/platform/testKey.mjs');
    Error.stackTraceLimit = 50;
    process.getBuiltinModule('node:crypto').createHmac = () => { throw new Error('nothing can be signed'); };
    await handler(${event}, {});`;
  const line = (await failing(script)).trim().split('\n').at(-1) as string;
  expect(JSON.parse(line)).toMatchObject({ level: 'error', status: 500 });
  const foreign = 'at x (file:///var/task/chunk-NONE.mjs:1:2)';
  const text = await decoded([stack, line, foreign].join('\n'));
  expect(lineAt(text, 'functions/webhook/deliver.ts')).toContain('JSON.parse(body)');
  // Through a chunk of the SDK to our own code.
  expect(text).toMatch(/node_modules\/@\w+\/[\w./-]+\.js:\d+:\d+/);
  expect(lineAt(text, 'lib/db/client.ts')).toContain('documents.send(command)');
  expect(text.split('\n').at(-1)).toBe(foreign);
});

test('explains itself, and reports a missing file in one line', async () => {
  const stackOf = (word: string) => run([process.execPath, 'infra/commands/stack.ts', word]);
  expect((await stackOf('--help')).stdout).toContain('npm run stack -- [FILE]');
  const { code, stderr } = await stackOf('nowhere.log');
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain('nowhere.log');
});
