/** What a spreadsheet would run as a formula. Some skip spaces, and some accept the full-width signs too. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A cell with text. An apostrophe in front keeps a spreadsheet from running it. */
export function textCell(value: string | null | undefined): string {
  const text = value ?? '';
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const flagCell = (value: boolean): string => (value ? 'yes' : 'no');

/** A record of RFC 4180. The cells are ready: a number stands as it is, so that the minus of a refund stays. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** What a file begins with, so that a spreadsheet reads it as UTF-8. */
export const byteOrderMark = '\ufeff';
