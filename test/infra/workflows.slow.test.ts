import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { root } from '../support/run.ts';

const checkFile = readFileSync(`${root}/.github/workflows/check.yml`, 'utf8');
const [actionlint = ''] = /github\.com\/rhysd\/actionlint\S+/.exec(checkFile) ?? [];
const hasGo = spawnSync('go', ['version']).status === 0;

/** actionlint is a Go program, which `go run` fetches. */
const ifGo = hasGo ? test : test.skip;

ifGo(
  'actionlint finds no fault in the workflows',
  () => {
    const files = globSync('.github/workflows/*.yml', { cwd: root });
    expect(files).toHaveLength(3);
    const { stdout, stderr, status } = spawnSync('go', ['run', actionlint, ...files], { cwd: root, encoding: 'utf8' });
    expect([stdout, status === 0 ? '' : stderr]).toEqual(['', '']);
  },
  300_000,
);

test('no workflow stores a key', () => {
  for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
    expect(readFileSync(`${root}/${file}`, 'utf8')).not.toMatch(/secrets\.|AWS_SECRET_ACCESS_KEY/);
  }
});
