import manifest from '../../package.json' with { type: 'json' };

const overHttp = manifest.jest.projects.find(({ displayName }) => displayName === 'http');

/** What runs over HTTP against `npm start` runs against the deployment too; `run.ts` says where that is. */
export default {
  ...overHttp,
  displayName: 'deployed',
  rootDir: '..',
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['<rootDir>/deploy/**/*.test.ts', '<rootDir>/operations/**/*.test.ts'],
  // It needs many orders in one millisecond, which so few callers at once do not make.
  testPathIgnorePatterns: ['<rootDir>/operations/ordersCreated'],
  // One of them mostly waits for the schedule.
  maxWorkers: 3,
};
