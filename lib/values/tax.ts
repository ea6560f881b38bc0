/** A rate has at most four decimals, so it is a whole number of these parts of a percent. */
const partsOfPercent = 10_000;

/** The tax in a gross amount in minor units, rounded half up. The product can be larger than a number can hold exactly. */
export function taxIn(units: number, rate: number): number {
  const parts = BigInt(Math.round(rate * partsOfPercent));
  const whole = BigInt(100 * partsOfPercent) + parts;
  return Number(roundedHalfUp(BigInt(units) * parts, whole));
}

/** The part of an amount in minor units that falls to `part` of `whole`, rounded half up. */
export const shareOf = (units: number, part: number, whole: number): number =>
  Number(roundedHalfUp(BigInt(units) * BigInt(part), BigInt(whole)));

const roundedHalfUp = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor);
