import { describe, expect, test } from '@jest/globals';
import { holdClocks } from '../support/clocks.ts';
import { cellsOf, silenceLog } from '../support/faultCells.ts';
import { faultKinds } from '../support/faultKinds.ts';
import { callsOf, failuresOf } from '../support/faultTable.ts';
import { platformWrites } from '../support/platformWrites.ts';
import { sampled } from '../support/sample.ts';

silenceLog();
holdClocks();

const ordinals = (calls: string[]) =>
  calls.map((command, i) => ({ command, nth: calls.slice(0, i + 1).filter((each) => each === command).length }));

describe.each(Object.entries(platformWrites))('%s', (name, { prepare, calls }) => {
  test('makes exactly the listed database calls', async () => {
    const made = await callsOf(prepare);
    expect(made.calls).toEqual(ordinals(calls));
  });

  const kinds = sampled(Object.entries(faultKinds), name);
  test.each(kinds)('has one effect and one audit entry if a database call %s', async (kind, fault) => {
    expect(await failuresOf(name, prepare, cellsOf(ordinals(calls), { [kind]: fault }))).toEqual([]);
  });
});
