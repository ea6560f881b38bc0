import * as z from 'zod/mini';
import { rule } from './documented.ts';

const decimals: Record<string, number> = {};
for (const code of 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')) decimals[code] = 0;
for (const code of 'BHD IQD JOD KWD LYD OMR TND'.split(' ')) decimals[code] = 3;

export const decimalsOf = (currency: string) => decimals[currency] ?? 2;

export const maxAmount = 1_000_000_000_000;

/** An amount in major units. The number of decimals is checked later, by its currency. */
export const amount = () =>
  z.number().check(
    rule(
      z.refine((value) => Math.abs(value) <= maxAmount, `must be from -${maxAmount} to ${maxAmount}`),
      { minimum: -maxAmount, maximum: maxAmount },
    ),
  );

export const price = () =>
  z.number().check(
    rule(
      z.refine((value) => value >= 0, 'must not be negative'),
      { minimum: 0 },
    ),
    atMostMaximum(),
  );

export const positiveAmount = () =>
  z.number().check(
    rule(
      z.refine((value) => value > 0, 'must be more than 0'),
      { exclusiveMinimum: 0 },
    ),
    atMostMaximum(),
  );

const atMostMaximum = () =>
  rule(
    z.refine<number>((value) => value <= maxAmount, `must be at most ${maxAmount}`),
    { maximum: maxAmount },
  );

/** The amount in minor units, in which sums do not drift; undefined if it has more decimals than its currency. */
export function minor(value: number, currency: string): number | undefined {
  const scale = 10 ** decimalsOf(currency);
  const units = Math.round(value * scale);
  return units / scale === value ? units + 0 : undefined;
}

export const major = (units: number, currency: string) => units / 10 ** decimalsOf(currency);

export const tooManyDecimals = (currency: string) => {
  const max = decimalsOf(currency);
  return max === 0 ? `must have no decimal places in ${currency}` : `must have at most ${max} decimal places in ${currency}`;
};
