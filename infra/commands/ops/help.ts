import { columns } from '../table.ts';
import type { Command } from './command.ts';

const environment = `The address and the keys come from the environment, never from the command line:

  STORE_URL         the address of the service, such as https://api.example.com
  PLATFORM_API_KEY  a platform key, for the commands on tenants, keys, settings and the audit log
  STORE_API_KEY     a store's management key, for the commands on products, stock, users, orders, payments, webhooks and
                    own keys, and for report and sync

In a terminal, you are prompted for a missing key. --json prints JSON instead of a table. Use npm run --silent ops to hide
npm's own output. Exit codes: 0 success, 1 failure, 2 wrong usage.
`;

export function help(commands: readonly Command[]): string {
  const [first, ...others] = commands;
  if (first && others.length === 0) return helpFor(first);
  const rows = commands.map((one) => [usage(one), one.summary]);
  return `npm run ops -- <command> [--json]\n\n${columns(rows)}\nRun <command> --help for its options. ${environment}`;
}

function helpFor(command: Command): string {
  const { summary, details, options } = command;
  const rows = Object.entries(options).map(([name, { type, summary, multiple, required }]) => {
    const notes = [required && 'required', multiple && 'repeatable'].filter(Boolean).join(', ');
    return [`--${name}${type === 'string' ? ' …' : ''}`, `${summary}${notes && ` (${notes})`}`];
  });
  rows.push(['--json', 'print JSON']);
  return `npm run ops -- ${usage(command)} [options]\n\n${summary}.${details ? `\n\n${details}` : ''}\n\n${columns(rows)}`;
}

const usage = ({ name, args }: Command) => [name, ...args.map((arg) => `<${arg}>`)].join(' ');
