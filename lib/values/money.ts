const decimals: Record<string, number> = {};
for (const code of 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')) decimals[code] = 0;
for (const code of 'BHD IQD JOD KWD LYD OMR TND'.split(' ')) decimals[code] = 3;

export const decimalsOf = (currency: string) => decimals[currency] ?? 2;

export const maxAmount = 1_000_000_000_000;

/** The amount in minor units, in which sums do not drift; undefined if it has more decimals than its currency. */
export function minor(value: number, currency: string): number | undefined {
  const scale = 10 ** decimalsOf(currency);
  const units = Math.round(value * scale);
  // Turns -0 into 0.
  return units / scale === value ? units + 0 : undefined;
}

/** A sum in minor units, which can be too large for `minor`. It has the decimals of its currency. */
export const minorSum = (value: number, currency: string) => Number(value.toFixed(decimalsOf(currency)).replace('.', ''));

/** Exact also for a sum that only a bigint can hold. */
export const major = (units: number | bigint, currency: string) =>
  typeof units === 'bigint' ? Number(`${units}e-${decimalsOf(currency)}`) : units / 10 ** decimalsOf(currency);

export const tooManyDecimals = (currency: string) => {
  const max = decimalsOf(currency);
  return max === 0 ? `must have no decimal places in ${currency}` : `must have at most ${max} decimal places in ${currency}`;
};
