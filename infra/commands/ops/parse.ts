import { parseArgs } from 'node:util';
import { type Call, type Command, type Options, UsageError } from './command.ts';

type Parsed = { command: Command; args: Record<string, string>; options: Call<Options>['options']; json: boolean };

const findCommand = (commands: readonly Command[], words: readonly string[]) =>
  commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));

/** The commands to print help for; undefined if the words do not ask for help. */
export function helpTopics(commands: readonly Command[], words: readonly string[]): readonly Command[] | undefined {
  const at = words.findIndex((word, i) => word === '--help' || word === '-h' || (word === 'help' && i === 0));
  if (at < 0) return undefined;
  const topic = words.slice(0, at);
  const command = findCommand(commands, topic);
  const found = command ? [command] : commands.filter(({ name }) => topic.every((word, i) => name.split(' ')[i] === word));
  if (found.length === 0) throw unknownCommand(commands, topic);
  return found;
}

export function parse(commands: readonly Command[], words: readonly string[]): Parsed {
  const command = findCommand(commands, words);
  if (!command) throw unknownCommand(commands, words);
  const { positionals, values } = parseOptions(command, words.slice(command.name.split(' ').length));
  const { json, ...options } = values;
  const missing = Object.keys(command.options).find((name) => command.options[name]?.required && options[name] === undefined);
  if (missing) throw usageError(`Missing --${missing}.`, command.name);
  return { command, args: parsePositionals(command, positionals), options, json: Boolean(json) };
}

function parseOptions({ options, name }: Command, args: string[]) {
  const own = Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]);
  const all = Object.fromEntries([...own, ['json', { type: 'boolean', multiple: false }]]);
  try {
    const { positionals, values } = parseArgs({ args, options: all, allowPositionals: true, allowNegative: true });
    return { positionals, values: values as Call<Options>['options'] };
  } catch (error) {
    const [reason = ''] = (error as Error).message.split(/\.?\s*(?:\n| To specify|$)/);
    throw usageError(`${reason.replace(/\.$/, '')}.`, name);
  }
}

function parsePositionals({ name, args }: Command, positionals: string[]): Record<string, string> {
  const [missing] = args.slice(positionals.length);
  if (missing) throw usageError(`Missing <${missing}>.`, name);
  const [extra] = positionals.slice(args.length);
  if (extra !== undefined) throw usageError(`Unexpected argument "${extra}".`, name);
  const invalid = positionals.findIndex((value) => ['', '.', '..'].includes(value));
  if (invalid >= 0) throw usageError(`<${args[invalid]}> cannot be "${positionals[invalid]}".`, name);
  return Object.fromEntries(args.map((arg, i) => [arg, positionals[i] as string]));
}

function unknownCommand(commands: readonly Command[], words: readonly string[]): UsageError {
  const [first = ''] = words;
  const group = commands.some(({ name }) => name.split(' ')[0] === first) ? first : '';
  const shown = words.slice(0, group ? 2 : 1).join(' ');
  return usageError(shown ? `Unknown command "${shown}".` : 'Name a command.', group);
}

const usageError = (problem: string, topic: string) =>
  new UsageError(`${problem} Help: npm run ops -- ${topic ? `${topic} ` : ''}--help`);
