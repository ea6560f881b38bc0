import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Tests that wait for processes or the clock, and fault tables. */
const isLong = (path) => /\/(http|faults)\/|\.slow\.test/.test(path);

/** An order that looks random, and is the same for the same `ORDER`. */
const rank = ({ path, context }) =>
  createHash('sha256')
    .update(process.env.ORDER + relative(context.config.rootDir, path))
    .digest('hex');

/**
 * Starts long files first, so that none runs alone at the end. Jest itself goes by size until it has seen the durations. With
 * `ORDER` set, the files run in another order.
 */
export default class LongFirst extends Sequencer {
  async sort(tests) {
    if (process.env.ORDER) return tests.toSorted((a, b) => rank(a).localeCompare(rank(b)));
    const sorted = await super.sort(tests);
    return sorted.toSorted((a, b) => Number(isLong(b.path)) - Number(isLong(a.path)));
  }
}
