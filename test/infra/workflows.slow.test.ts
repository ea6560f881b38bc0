import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { root } from '../support/run.ts';

const checkFile = readFileSync(`${root}/.github/workflows/check.yml`, 'utf8');
const [actionlint = ''] = /github\.com\/rhysd\/actionlint\S+/.exec(checkFile) ?? [];
const hasGo = spawnSync('go', ['version']).status === 0;

/** actionlint is a Go program, which `go run` fetches. */
const ifGo = hasGo ? test : test.skip;

ifGo('actionlint finds no fault in the workflows', () => {
  const files = globSync('.github/workflows/*.yml', { cwd: root });
  expect(files).toHaveLength(3);
  const { stdout, stderr, status } = spawnSync('go', ['run', actionlint, ...files], { cwd: root, encoding: 'utf8' });
  expect([stdout, status === 0 ? '' : stderr]).toEqual(['', '']);
});

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => readFileSync(`${root}/${file}`, 'utf8'));

test('no workflow stores a key', () => {
  for (const workflow of workflows) expect(workflow).not.toMatch(/secrets\.|AWS_SECRET_ACCESS_KEY/);
});

test('every action is pinned to a commit, and no checkout keeps its credentials', () => {
  const steps = workflows.flatMap((workflow) => workflow.split(/^ +- /m).filter((step) => step.startsWith('uses:')));
  expect(steps.length).toBeGreaterThan(10);
  for (const step of steps) {
    expect(step).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/m);
    if (step.includes('actions/checkout')) expect(step).toContain('persist-credentials: false');
  }
});

test('no package is installed in a job that may sign in to AWS', () => {
  const jobs = workflows.flatMap((workflow) => workflow.split(/^ {2}(?=[\w-]+:$)/m));
  const signingIn = jobs.filter((job) => job.includes('id-token: write') && job.includes('steps:'));
  expect(signingIn.map((job) => job.split(':')[0])).toEqual(['deploy']);
  for (const job of signingIn) {
    expect(job).not.toMatch(/npm (ci|i|install)\b|cache: npm/);
    for (const rollback of job.match(/npm run rollback.*/g) ?? []) expect(rollback).toContain('--packages');
  }
});
