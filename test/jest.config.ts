import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

// Everything that a run writes to temporary files is deleted at its end.
const temporary = mkdtempSync(join(tmpdir(), 'store-tests-'));
process.env.TMPDIR = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
// The commands and servers that tests start load faster when Node keeps what it has compiled.
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/../dist/compiled`;
// The workers, the database and the servers share one machine, which may stand still for seconds. A call that waits for it must not
// look like a database that hangs: a second such fault in one call is a 503.
process.env.AWS_TIMEOUT_FACTOR ??= '30';

/** How every set runs: TypeScript as ES modules. */
const base = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: '<rootDir>/support/setup/environment.js',
  // Otherwise, a property draws a seed of its own, and prints it when it fails.
  setupFiles: process.env.SEED ? ['<rootDir>/support/setup/seed.ts'] : [],
  moduleNameMapper: {
    '^@aws-sdk/(client-dynamodb|lib-dynamodb)$': '<rootDir>/support/shared/$1.cjs',
    '^zod/mini$': '<rootDir>/support/shared/zod.cjs',
    '/documentChecks\\.ts$': '<rootDir>/support/shared/documentChecks.cjs',
  },
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
};

const database = {
  globalSetup: '<rootDir>/support/setup/database.ts',
  globalTeardown: '<rootDir>/support/setup/databaseTeardown.ts',
};

/** Calls the handlers directly, on the database that CONTRIBUTING.md describes. */
const fast = {
  ...base,
  ...database,
  displayName: 'handlers',
  testMatch: ['<rootDir>/{apps,budgets,infra,lib,operations}/**/*.test.ts'],
  testPathIgnorePatterns: ['\\.(slow|http)\\.test\\.ts$'],
};

/** Also interrupts operations at each of their database calls. */
export const full = { ...fast, testMatch: [...fast.testMatch, '<rootDir>/faults/**/*.test.ts'] };

/** Load, waiting by the clock, long checks of all operations, bundles and templates. */
export const slow = {
  ...base,
  globalSetup: '<rootDir>/support/setup/slow.ts',
  globalTeardown: '<rootDir>/support/setup/databaseTeardown.ts',
  displayName: 'slow',
  testMatch: ['<rootDir>/{apps,budgets,faults,infra,lib}/**/*.slow.test.ts'],
};

/** Calls every operation over HTTP, on the server of `npm start`. */
export const http = {
  ...base,
  displayName: 'http',
  globals: { overHttp: true },
  globalSetup: '<rootDir>/support/setup/server.ts',
  globalTeardown: '<rootDir>/support/setup/serverTeardown.ts',
  testMatch: ['<rootDir>/{http,operations}/**/*.test.ts', '<rootDir>/apps/**/*.http.test.ts'],
};

export const workers = {
  // One more than the CPUs, for tests that wait. More would mostly compile the same code again.
  maxWorkers: Math.min(availableParallelism() + 1, 8),
  testSequencer: '<rootDir>/support/setup/longFirst.js',
  // A worker that has grown larger is replaced after its file, which may still be going on when the run ends.
  workerIdleMemoryLimit: '1GB',
  workerGracefulExitTimeout: 10_000,
  testTimeout: 300_000,
};

/** `npm test`. The other sets run in `npm run check`. */
export default { ...fast, ...workers };
