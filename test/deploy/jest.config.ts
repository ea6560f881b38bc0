import { http, workers } from '../jest.config.ts';

/** What runs over HTTP against `npm start` also runs against the deployment; `run.ts` sets its address. */
export default {
  ...http,
  ...workers,
  displayName: 'deployed',
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['<rootDir>/deploy/**/*.test.ts', '<rootDir>/operations/**/*.test.ts'],
  // It needs many orders in one millisecond, and so few callers at once do not place them.
  testPathIgnorePatterns: ['<rootDir>/operations/getOrders\\.created'],
  // One worker mostly waits for the schedule.
  maxWorkers: 3,
};
