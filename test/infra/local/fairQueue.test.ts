import { afterAll, expect, jest, test } from '@jest/globals';
import { fairQueue } from '../../../infra/local/fairQueue.ts';

const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
afterAll(() => written.mockRestore());

/** Work that the test ends, and the messages that have begun. */
function controlledWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (message: string) => {
    begun.push(message);
    return new Promise<void>((done, fail) => {
      ends.set(message, message.startsWith('bad') ? () => fail(new Error('no good')) : done);
    });
  };
  const end = async (message: string) => {
    ends.get(message)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, end };
}

test('limits how many messages run at once, in total and per group', async () => {
  const { begun, work, end } = controlledWork();
  const queue = fairQueue(work, { concurrency: 4, perGroup: 2 });
  for (const message of ['a1', 'a2', 'a3']) queue.push('a', message);
  expect(begun).toEqual(['a1', 'a2']);
  for (const message of ['b1', 'b2', 'b3']) queue.push('b', message);
  queue.push('c', 'c1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('a1');
  expect(begun.slice(4)).toEqual(['a3']);
  await end('b1');
  await end('a2');
  expect(begun.slice(5).toSorted()).toEqual(['b3', 'c1']);
});

test('the groups take turns, even if one has a long backlog', async () => {
  const { begun, work, end } = controlledWork();
  const queue = fairQueue(work, { concurrency: 1, perGroup: 1 });
  for (let i = 0; i < 100; i++) queue.push('a', `a${i}`);
  for (const message of ['b0', 'b1', 'c0']) queue.push(message[0] as string, message);
  for (let i = 0; i < 6; i++) await end(begun.at(-1) as string);
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
});

test('ignores a message that already waits, but queues one that is running again', async () => {
  const { begun, work, end } = controlledWork();
  const queue = fairQueue(work, { concurrency: 1, perGroup: 1 });
  for (let i = 0; i < 5; i++) queue.push('a', 'a1');
  await end('a1');
  await end('a1');
  expect(begun).toEqual(['a1', 'a1']);
});

test('logs a failure and continues with the next message', async () => {
  const { begun, work, end } = controlledWork();
  const queue = fairQueue(work, { concurrency: 1, perGroup: 1 });
  for (const message of ['bad', 'good']) queue.push('a', message);
  await end('bad');
  expect(begun).toEqual(['bad', 'good']);
  expect(written).toHaveBeenCalledWith(expect.stringContaining('no good'));
});

test('on close, finishes running work, drops waiting messages and accepts no more', async () => {
  const { begun, work, end } = controlledWork();
  const queue = fairQueue(work, { concurrency: 1, perGroup: 1 });
  for (const message of ['a1', 'a2']) queue.push('a', message);
  let closed = false;
  const closing = queue.close().then(() => {
    closed = true;
  });
  queue.push('b', 'b1');
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toBe(false);
  await end('a1');
  await closing;
  queue.push('b', 'b2');
  expect(begun).toEqual(['a1']);
  await fairQueue(work, { concurrency: 1, perGroup: 1 }).close();
});
