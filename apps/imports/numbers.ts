const number = /^-?\d+([.,]\d+)?$/;

/**
 * `1,200` can be 1200 or 1.2, also in a currency with three decimals. `1.200` is 1.2, because amounts are shown and prefilled
 * with a decimal point.
 */
const isAmbiguous = (text: string) => /^-?[1-9]\d{0,2},\d{3}$/.test(text);

const isSeparated = (text: string) => /^-?\d[\d.,'’\s]*$/.test(text);

/** The number in a cell with a decimal point or comma, as JSON writes it, or why it is not one. `such` is an example. */
export function readNumber(text: string, such = '7.90'): { number?: string; problem?: string } {
  if (number.test(text) && !isAmbiguous(text)) return { number: text.replace(',', '.') };
  const shown = `"${text.slice(0, 40)}"`;
  return {
    problem: isSeparated(text)
      ? `write it with a decimal point and without other separators, such as 1234.50, not ${shown}`
      : `must be a number, such as ${such}, not ${shown}`,
  };
}
