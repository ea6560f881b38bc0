import { http, workers } from '../jest.config.ts';

process.env.FULL = '1';

/** The tests of operations run against the deployment too, as do those of this folder. `run.ts` sets its address. */
export default {
  ...http,
  ...workers,
  displayName: 'deployed',
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['<rootDir>/deploy/**/*.test.ts', '<rootDir>/operations/**/*.test.ts'],
  // One of the workers mostly waits for the schedule.
  maxWorkers: 3,
};
