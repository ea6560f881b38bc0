import { createHash, randomInt } from 'node:crypto';

/** `FULL=1` tests everything. The default is a sample, which `SEED` selects. */
export const isFull = Boolean(process.env.FULL);

export const seed: string = process.env.SEED ?? `${randomInt(2 ** 31)}`;

/** The whole list in a full run, otherwise a few of it. */
export function sampled<T>(list: T[], name: string, count = 1): T[] {
  const rank = (one: T) =>
    createHash('sha256')
      .update(`${seed} ${name} ${JSON.stringify(one)}`)
      .digest()
      .readUInt32BE();
  return isFull ? list : list.toSorted((a, b) => rank(a) - rank(b)).slice(0, count);
}
