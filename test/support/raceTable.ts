import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import type { Answer } from './call.ts';
import { holdClocks } from './clocks.ts';
import { interruptSome } from './injectFault.ts';

export type Send<Subject> = (subject: Subject) => Promise<Answer>;
export type Sends<Subject> = Record<string, Send<Subject>>;

type Races<Subject> = {
  /** Makes what the requests are about. */
  begin: () => Promise<Subject>;
  /** What happened before, the requests that are then overtaken, and those that overtake them. */
  beginnings: [name: string, steps: Send<Subject>[], works: Sends<Subject>, others?: Sends<Subject>][];
  /** A request is overtaken after each of its reads up to this one, by default the first. */
  mostReads?: number;
  /** Everything that the requests can change. */
  stateOf: (subject: Subject) => Promise<object>;
};

const shown = ({ status, code, payload, body: { max, stock }, headers }: Answer) => {
  return { status, code, max, stock, payload, replayed: headers['idempotent-replayed'] };
};

/** Without what differs from one subject to the next: unique names, IDs, times, secrets and numbers of orders. */
const plain = (outcome: object) =>
  JSON.parse(
    JSON.stringify(outcome)
      .replaceAll(/-[0-9a-f]{12}\b/g, '')
      .replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, 'id')
      .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"')
      .replaceAll(/"(number|request_id|secret|last_four)":"[^"]*"/g, '"$1":""'),
  );

/**
 * Tests that a request which another one overtakes, between its read and its write, ends as if the other had come first. Only a
 * request that would change nothing may go by what it has read.
 */
export function raceTable<Subject>({ begin, beginnings, mostReads = 1, stateOf }: Races<Subject>) {
  holdClocks();

  async function outcomeOf(steps: Send<Subject>[], act: (subject: Subject) => Promise<Answer[]>) {
    const subject = await begin();
    for (const step of steps) await step(subject);
    const answers = (await act(subject)).map(shown);
    return plain({ answers, state: await stateOf(subject) });
  }

  const serially = (steps: Send<Subject>[], ...sends: Send<Subject>[]) =>
    outcomeOf(steps, async (subject) => {
      const answers: Answer[] = [];
      for (const send of sends) answers.push(await send(subject));
      return answers;
    });

  /** Runs `other` after this read of `work`, if there are so many. */
  async function raced(steps: Send<Subject>[], other: Send<Subject>, work: Send<Subject>, read: number) {
    const answers: Answer[] = [];
    const outcome = await outcomeOf(steps, async (subject) => {
      const overtake = async () => answers.push(await other(subject));
      const interruptions = [...Array(read - 1).fill(async () => undefined), overtake];
      const answer = await interruptSome(() => work(subject), interruptions);
      return [...answers, answer];
    });
    return answers.length > 0 ? outcome : undefined;
  }

  /** If `work` changes nothing, what both do by themselves. */
  async function apart(steps: Send<Subject>[], other: Send<Subject>, work: Send<Subject>) {
    const [none, alone] = [await serially(steps), await serially(steps, work)];
    if (!isDeepStrictEqual(alone.state, none.state)) return undefined;
    const { answers, state } = await serially(steps, other);
    return { answers: [...answers, ...alone.answers], state };
  }

  const reads = Array.from({ length: mostReads }, (_, i) => i + 1);
  const rows = beginnings.flatMap(([name, steps, works, others = works]) =>
    Object.entries(works).flatMap(([first, work]) =>
      reads.map((read) => ({ name, first, read, steps, work, others: Object.entries(others) })),
    ),
  );

  test.each(rows)('$name: $first, overtaken after read $read', async ({ steps, work, others, read }) => {
    const races = others.map(async ([overtaker, other]) => {
      const actual = await raced(steps, other, work, read);
      if (!actual) return [];
      const expected = await serially(steps, other, work);
      const either = isDeepStrictEqual(actual, expected) ? expected : ((await apart(steps, other, work)) ?? expected);
      return [{ actual: { overtaker, ...actual }, expected: { overtaker, ...either } }];
    });
    const ended = (await Promise.all(races)).flat();
    expect(ended.map(({ actual }) => actual)).toEqual(ended.map(({ expected }) => expected));
  });
}
