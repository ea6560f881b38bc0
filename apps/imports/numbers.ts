const number = /^-?\d+([.,]\d+)?$/;

/**
 * `1,200` can be 1200 or 1.2, also in a currency with three decimals. `1.200` is 1.2, because amounts are shown and prefilled
 * with a decimal point.
 */
const isAmbiguous = (text: string) => mayBeThousands(text) && text.includes(',');

/** `1.200` is 1200 to many people, so a weight that is written like this is rejected. */
export const mayBeThousands = (text: string) => /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text);

/** How to write the two weights that such a text can mean, such as `1200 or 1.2`. A zero in front makes the small one clear. */
export function bothWeights(text: string): string {
  const [whole = '', decimals = ''] = text.split(/[.,]/);
  const small = String(Number(`${whole}.${decimals}`));
  return `${whole}${decimals} or ${mayBeThousands(small) ? `0${small}` : small}`;
}

/** What to say about a text that a spreadsheet has rounded, such as a long tracking number; false if it was not. */
export const roundedText = (text: string): string | false =>
  /^\d([.,]\d+)?E\+\d+$/i.test(text) &&
  `was rounded to ${text} by a spreadsheet; format the column as text and export it again`;

const isSeparated = (text: string) => /^-?\d[\d.,'’\s]*$/.test(text);

/** The number in a cell, rewritten with a decimal point, or why the cell has none. The reason shows the example. */
export function readNumber(text: string, example = '7.90'): { number?: string; problem?: string } {
  if (number.test(text) && !isAmbiguous(text)) return { number: text.replace(',', '.') };
  const shown = `"${text.slice(0, 40)}"`;
  return {
    problem: isSeparated(text)
      ? `write it with a decimal point and without a thousands separator, such as 1234 or 12.5, not ${shown}`
      : `must be a number, such as ${example}, not ${shown}`,
  };
}
