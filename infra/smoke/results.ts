/** What one check found. */
type Finding = { subject: string; problem: string };

/** Collects what the checks find, by subject: an operation, or a check of its own. */
export function createResults() {
  const checked = new Map<string, number>();
  const skipped = new Map<string, string>();
  const timings = new Map<string, number[]>();
  const problems: Finding[] = [];
  return {
    checked,
    skipped,
    timings,
    problems,
    /** Notes a check of a subject, with the problems that it found. Equal problems of a subject are noted once. */
    note(subject: string, found: string | string[] = []) {
      checked.set(subject, (checked.get(subject) ?? 0) + 1);
      const isKnown = (problem: string) => problems.some((one) => one.subject === subject && one.problem === problem);
      for (const problem of [found].flat()) if (!isKnown(problem)) problems.push({ subject, problem });
    },
    skip: (subject: string, reason: string) => void skipped.set(subject, reason),
    time: (operation: string, ms: number) => void timings.set(operation, [...(timings.get(operation) ?? []), ms]),
  };
}

export type Results = ReturnType<typeof createResults>;
