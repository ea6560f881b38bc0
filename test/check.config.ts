import { full, http, slow, workers } from './jest.config.ts';

// Properties and some tables run in full instead of a sample.
process.env.FULL = '1';

/** `npm run test:all`: every set but the deployment. Browsers and servers need a part of the CPUs, so it has fewer workers. */
export default { ...workers, maxWorkers: 3, projects: [full, slow, http] };
