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

/** Escapes what could control a terminal or reorder its text. The escapes are valid in JSON too. */
export const visible = (text: string): string =>
  text.replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
