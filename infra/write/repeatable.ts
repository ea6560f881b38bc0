import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';

let seed = '';
let drawn = 0;

const bytes = (size: number) => createHash('shake256', { outputLength: size }).update(`${seed} ${drawn++}`).digest();

/** Makes this process repeatable: the clock moves only when it is set, and random values depend only on the seed. */
export function makeRepeatable() {
  mock.timers.enable({ apis: ['Date'] });
  performance.now = () => Date.now();
  Math.random = () => 0.5;
  Object.assign(crypto, {
    randomBytes: bytes,
    randomInt: (max: number) => bytes(6).readUIntBE(0, 6) % max,
    randomUUID: () =>
      bytes(16)
        .toString('hex')
        .replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-'),
  });
  syncBuiltinESMExports();
}

export const setClock = (time: string | number) => mock.timers.setTime(new Date(time).getTime());

export function setSeed(text: string) {
  seed = text;
  drawn = 0;
}
