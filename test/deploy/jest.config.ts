import { http, workers } from '../jest.config.ts';

process.env.FULL = '1';

/** The HTTP tests of `npm start` also run against the deployment. `run.ts` sets its address. */
export default {
  ...http,
  ...workers,
  displayName: 'deployed',
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['<rootDir>/deploy/**/*.test.ts', '<rootDir>/operations/**/*.test.ts'],
  // This needs many orders in one millisecond, which so few concurrent callers cannot place.
  testPathIgnorePatterns: ['<rootDir>/operations/getOrders\\.created'],
  // One of the workers mostly waits for the schedule.
  maxWorkers: 3,
};
