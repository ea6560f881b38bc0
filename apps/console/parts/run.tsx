import { inTurns } from '../../../lib/values/inTurns.ts';
import { noteUse } from '../../idle.ts';
import { lastWrite, sessionCheck } from '../session.ts';

/** What was not done, and why. */
export type Problem = { id: string; text: string };
export type Progress = { done: number; total: number; note: string; problems: readonly Problem[] };
type Handle<T> = (item: T, say: (text: string) => void) => Promise<Problem | undefined>;

/** Showing a long list of problems after each item would freeze the page. */
const showEveryMs = 100;

/** Handles items, several at once if there are more workers, and shows how far it is. Counts as use. Stops when the session ends. */
export async function runAll<T>(
  items: readonly T[],
  handle: Handle<T>,
  show: (progress: Progress) => void,
  workers = 1,
  counter: 'runs' | 'sending' = 'runs',
): Promise<void> {
  const isCurrent = sessionCheck();
  const problems: Problem[] = [];
  let done = 0;
  let note = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showNow = () => {
    timer = undefined;
    show({ done, total: items.length, note, problems: [...problems] });
  };
  const update = (text = '') => {
    note = text;
    timer ??= setTimeout(showNow, showEveryMs);
  };
  const work = async (item: T) => {
    if (!isCurrent()) return;
    noteUse();
    const problem = await handle(item, update);
    if (problem) problems.push(problem);
    done += 1;
    update();
  };
  showNow();
  lastWrite[counter] += 1;
  await inTurns(items, work, workers).finally(() => {
    lastWrite[counter] -= 1;
    clearTimeout(timer);
    showNow();
  });
}

export const isRunning = (progress: Progress | undefined) => progress !== undefined && progress.done < progress.total;

type Count = (done: number, total: number, problems: number) => string;
/** `isKept`: whoever leaves the screen and returns sees it again. */
type Props = { of: Progress; isKept?: boolean; label?: string; counted?: Count; ended?: string };

const countText: Count = (done, total, problems) =>
  `${done} of ${total} done${problems ? `, ${problems} with a problem` : ''}.`;

/** How far a run is, what went wrong, and that it is over. */
export const Result = ({
  of: { done, total, note, problems },
  isKept,
  label = 'Done',
  counted = countText,
  ended = 'All done.',
}: Props) => (
  <>
    <progress max={total} value={done} aria-label={label} />
    <p>
      {counted(done, total, problems.length)} {note}
    </p>
    {done < total && (
      <p class="small">
        You can leave this screen. The work continues,{' '}
        {isKept ? 'and its outcome is shown when you return' : 'but its outcome is not shown'}.
      </p>
    )}
    {done === total && problems.length === 0 && <p class="notice good">{ended}</p>}
    {problems.length > 0 && (
      <ul>
        {problems.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    )}
  </>
);
