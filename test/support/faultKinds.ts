import * as faults from './injectFault.ts';

/** All that can befall a call of the database. */
export const befalling: Record<string, faults.Fault> = {
  'fails before': faults.failsBefore,
  'fails after the commit': faults.failsAfterTheCommit,
  'is throttled': faults.isThrottled,
  'times out': faults.timesOut,
  'arrives late': faults.arrivesLate,
  conflicts: faults.conflicts,
  'conflicts after its own commit': faults.conflictsAfterTheCommit,
};
