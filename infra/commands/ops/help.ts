import type { Command } from './command.ts';
import { columns } from './table.ts';

const environment = `The keys and the address come from the environment, never from the command line:

  STORE_URL         the service, like https://api.example.com
  PLATFORM_API_KEY  for all commands on tenants, keys and the audit log
  STORE_API_KEY     for products

A key that is not set is asked for, where somebody sits at the terminal. --json prints what is answered for programs;
npm run --silent ops leaves out the lines of npm. It ends with 1 on a failure and with 2 when it is called wrongly.
`;

export function help(commands: readonly Command[]): string {
  const [first, ...others] = commands;
  if (first && others.length === 0) return helpOf(first);
  const rows = commands.map((one) => [usage(one), one.says]);
  return `npm run ops -- <command> [--json]\n\n${columns(rows)}\n<command> --help tells the options of a command. ${environment}`;
}

function helpOf(command: Command): string {
  const { says, more, options } = command;
  const rows = Object.entries(options).map(([name, { type, says, multiple, required }]) => {
    const notes = [required && 'required', multiple && 'may be repeated'].filter(Boolean).join(', ');
    return [`--${name}${type === 'string' ? ' …' : ''}`, `${says}${notes && ` (${notes})`}`];
  });
  rows.push(['--json', 'print what was answered, for programs']);
  return `npm run ops -- ${usage(command)} [options]\n\n${says}.${more ? `\n\n${more}` : ''}\n\n${columns(rows)}`;
}

const usage = ({ words, takes }: Command) => [words, ...takes.map((name) => `<${name}>`)].join(' ');
