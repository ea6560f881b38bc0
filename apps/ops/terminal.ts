import { styleText } from 'node:util';

/** The columns of the terminal; undefined if the output goes to a file or another program, where no line is cut. */
export const terminalWidth = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);

/** Bold at a terminal, unless NO_COLOR is set. Elsewhere the text stays as it is. */
export const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });

/** Red at a terminal, unless NO_COLOR is set. */
export const red = (text: string): string => styleText('red', text, { stream: process.stderr });

/** Breaks a line at blanks. Every line but the first is indented by `hang`. */
export function wrap(text: string, width: number, hang = 0): string {
  const [, indent = '', rest = ''] = /^( *)(.*)$/.exec(text) ?? [];
  const [first = '', ...words] = rest.split(' ');
  const lines = [indent + first];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length > width) lines.push(' '.repeat(hang) + word);
    else lines[lines.length - 1] = line;
  }
  return lines.join('\n');
}

const kept = ['\n', '\t', '\u001b[1m', '\u001b[22m'];

/** Escapes what could control a terminal or reorder its text, except line breaks, tabs and bold. The escapes are valid in JSON. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (char, at: number) =>
    kept.some((one) => text.startsWith(one, at)) ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
