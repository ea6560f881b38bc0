import { randomInt } from 'node:crypto';

/** `FULL=1` tests all cases where a quick run tests some. */
export const isFull = Boolean(process.env.FULL);

export const seed: string = process.env.SEED ?? `${randomInt(2 ** 31)}`;
