import Sequencer from '@jest/test-sequencer';

/** Tests that wait for processes, browsers or the clock, and fault tables. */
const isLong = (path) => /\/(http|faults)\/|\.(slow|property)\.test/.test(path);

/** Starts long files first, so that none runs alone at the end. Jest itself goes by size until it has seen the durations. */
export default class LongFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.toSorted((a, b) => Number(isLong(b.path)) - Number(isLong(a.path)));
  }
}
