/** Text that a spreadsheet would run as a formula. Some skip leading spaces, and some accept full-width signs. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** The same after a character that some spreadsheets take for the end of a cell, even between quotes. */
const innerFormula = /(?<=[;\t\r\n][\s"]*)[=+\-@＝＋－＠]/g;

/** A text cell. An apostrophe in front prevents a spreadsheet from running it as a formula. */
export function textCell(value: string | null | undefined): string {
  const text = value ?? '';
  const inside = text.replace(innerFormula, "'$&");
  const safe = formula.test(text) ? `'${inside}` : inside;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const flagCell = (value: boolean): string => (value ? 'yes' : 'no');

/** A record as in RFC 4180. Cells are written unchanged, so the minus sign of a refund is kept. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Starts a file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\ufeff';
