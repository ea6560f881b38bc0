import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

type Locked = {
  integrity?: string;
  link?: true;
  inBundle?: true;
  optional?: true;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};

/** A binary for other machines, which npm does not install here. */
const isForOthers = ({ optional, os = [process.platform], cpu = [process.arch], libc = ['glibc'] }: Locked) =>
  optional && !(os.includes(process.platform) && cpu.includes(process.arch) && libc.includes('glibc'));

test('every locked package that npm installs here has the hash of its content', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
  // A bundled package is part of the package around it.
  const own = Object.entries(packages).filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle);
  expect(own.length).toBeGreaterThan(300);
  const unhashed = own.filter(([, entry]) => !entry.integrity?.startsWith('sha512-') && !isForOthers(entry));
  expect(unhashed.map(([path]) => path)).toEqual([]);
});

test('every Python requirement is pinned and has a hash', () => {
  const requirements = read('test/deploy/requirements.txt').replaceAll('\\\n', '').trim().split('\n');
  expect(requirements.length).toBeGreaterThan(10);
  for (const line of requirements) expect(line).toMatch(/^[\w.-]+==[\w.]+ +--hash=sha256:[0-9a-f]{64}/);
});
