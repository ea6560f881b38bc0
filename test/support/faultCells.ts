import { afterAll, beforeAll, jest } from '@jest/globals';
import { inTurns } from '../../lib/values/inTurns.ts';
import { faultKinds } from './faultKinds.ts';
import type { DatabaseCall, Fault, FaultPlan } from './injectFault.ts';

/** One fault at one database call. It affects the first attempt, or every attempt if it is lasting. */
export type Cell = FaultPlan & { kind: string };

/** The cells for these kinds of faults at these calls. Only writes conflict. */
export const cellsOf = (calls: DatabaseCall[], kinds: Record<string, Fault> = faultKinds): Cell[] =>
  Object.entries(kinds).flatMap(([kind, fault]) =>
    calls
      .filter((call) => !kind.startsWith('conflicts') || isWrite(call))
      .flatMap((call) => [false, true].map((lasting) => ({ ...call, kind, fault, lasting }))),
  );

export const isWrite = ({ command }: Pick<DatabaseCall, 'command'>) => !/Get|Query/.test(command);

let run = 0;

/** Runs a check for each cell and returns one line per failure. Many more at once would time out at the engine's locks. */
export async function failuresIn(cells: Cell[], check: (cell: Cell) => Promise<unknown>, { atOnce = 16 } = {}) {
  const failures: string[] = [];
  const collect = (cell: Cell) =>
    check(cell).catch(({ message, cause = '' }: Error) => failures.push(`${lineOf(cell)}: ${message} ${cause}`));
  await inTurns(cells, collect, atOnce);
  run += cells.length;
  return failures;
}

const lineOf = ({ command, nth, kind, lasting }: Cell) => `${command} ${nth} ${kind}${lasting ? ', lasting' : ''}`;

/** Keeps the log of expected failures off the terminal, and prints how many cells a file ran. */
export function silenceLog(): void {
  beforeAll(() => {
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    if (run > 0) console.log(`${run} fault cells`);
  });
}
