import type { Command, Output } from './command.ts';
import { bold, terminalWidth, wrap } from './terminal.ts';
import { columns } from './textTable.ts';

const connection = `The address and the keys come from the environment, never from the command line:

  STORE_URL         the address of the service, such as https://api.example.com
  PLATFORM_API_KEY  a platform key, for the commands on tenants, keys, settings and the audit log
  STORE_API_KEY     a store's management key, for the commands on products, stock, users, orders, payments, webhooks
                    and the store's own keys, and for report and sync

In a terminal, you are prompted for a missing key. --json prints JSON instead of a table. Use npm run --silent ops to hide
npm's own output. Exit codes: 0 success, 1 failure, 2 wrong usage.
`;

/** The help of all commands, of a group, or of one command. */
export function help(commands: readonly Command[]): Pick<Output, 'data' | 'text'> {
  const [first, ...others] = commands;
  const text = first && others.length === 0 ? helpFor(first) : overview(commands);
  return { data: commands.map(({ run, ...command }) => command), text: fit(text) };
}

/** The examples that the overview shows; the help of a group shows one for each command. */
const shownFirst = ['tenant list', 'stock adjust', 'report'];

function overview(commands: readonly Command[]): string {
  const isGroup = new Set(commands.map(({ name }) => name.split(' ')[0])).size === 1;
  const examples = commands.filter(({ name }) => isGroup || shownFirst.includes(name)).map((one) => one.examples[0]);
  const rows = commands.map((one) => [usage(one), one.summary]);
  return `${exampleLines(examples)}
${bold('npm run ops -- <command> [--json]')}

${columns(rows)}
Run <command> --help for its examples and options.${isGroup ? '\n' : ` ${paragraphs(connection)}`}`;
}

function helpFor(command: Command): string {
  const { summary, details, options, examples } = command;
  const rows = Object.entries(options).map(([name, { type, summary, multiple, required }]) => {
    const notes = [required && 'required', multiple && 'repeatable'].filter(Boolean).join(', ');
    return [`--${name}${type === 'string' ? ' …' : ''}`, `${summary}${notes && ` (${notes})`}`];
  });
  rows.push(['--json', 'print JSON']);
  return `${summary}.

${exampleLines(examples)}
${bold(`npm run ops -- ${usage(command)} [options]`)}${details ? `\n\n${paragraphs(details)}` : ''}

${columns(rows)}`;
}

const exampleLines = (examples: readonly string[]) => examples.map((example) => `  npm run ops -- ${example}\n`).join('');

const usage = ({ name, args }: Command) => [name, ...args.map((arg) => `<${arg}>`)].join(' ');

/** Undoes line breaks within paragraphs, so that the text can be wrapped at another width. */
const paragraphs = (text: string) => text.replace(/(?<=\S)\n(?: {8,})?(?=\S)/g, ' ');

/** The width of the help text without a terminal. */
const usualWidth = 125;

/** Wraps long lines, and keeps a second column aligned. Commands are not wrapped, so that they can be copied. */
function fit(text: string): string {
  const width = terminalWidth() ?? usualWidth;
  const fitLine = (line: string) => {
    const hang = /^ +\S.*? {2,}(?=\S)/.exec(line)?.[0].length ?? 0;
    return line.includes('npm run ops -- ') ? line : wrap(line, width, hang);
  };
  return text.split('\n').map(fitLine).join('\n');
}
