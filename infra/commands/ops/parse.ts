import { parseArgs } from 'node:util';
import { type Call, type Command, Misuse, type Options } from './command.ts';

type Parsed = { command: Command; given: Record<string, string>; values: Call<Options>['values']; json: boolean };

const commandIn = (commands: readonly Command[], words: readonly string[]) =>
  commands.find((one) => `${words.join(' ')} `.startsWith(`${one.words} `));

/** The commands that help is asked for; undefined where something else is asked. */
export function helpAsked(commands: readonly Command[], words: readonly string[]): readonly Command[] | undefined {
  const at = words.findIndex((word, i) => word === '--help' || word === '-h' || (word === 'help' && i === 0));
  if (at < 0) return undefined;
  const before = words.slice(0, at);
  const named = commandIn(commands, before);
  const group = named ? [named] : commands.filter((one) => before.every((word, i) => one.words.split(' ')[i] === word));
  if (group.length === 0) throw new Misuse(unknown(commands, before));
  return group;
}

export function parse(commands: readonly Command[], words: readonly string[]): Parsed {
  const command = commandIn(commands, words);
  if (!command) throw new Misuse(unknown(commands, words));
  const { positionals, values } = read(command, words.slice(command.words.split(' ').length));
  const { json, ...own } = values;
  const missing = Object.keys(command.options).find((name) => command.options[name]?.required && own[name] === undefined);
  if (missing) throw new Misuse(`--${missing} is required; ${helpFor(command)}`);
  return { command, given: argumentsOf(command, positionals), values: own, json: Boolean(json) };
}

function read({ options, words }: Command, rest: string[]) {
  const known = Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]);
  const all = Object.fromEntries([...known, ['json', { type: 'boolean', multiple: false }]]);
  try {
    const { positionals, values } = parseArgs({ args: rest, options: all, allowPositionals: true, allowNegative: true });
    return { positionals, values: values as Call<Options>['values'] };
  } catch (error) {
    const [told = ''] = (error as Error).message.split(/\.?\s*(?:\n| To specify|$)/);
    throw new Misuse(`${told.replace(/\.$/, '')}; ${helpFor({ words })}`);
  }
}

function argumentsOf(command: Command, positionals: string[]): Record<string, string> {
  const { takes } = command;
  const [missing] = takes.slice(positionals.length);
  if (missing) throw new Misuse(`<${missing}> is missing; ${helpFor(command)}`);
  const [surplus] = positionals.slice(takes.length);
  if (surplus !== undefined) throw new Misuse(`"${surplus}" is one word too many; ${helpFor(command)}`);
  const odd = positionals.findIndex((value) => ['', '.', '..'].includes(value));
  if (odd >= 0) throw new Misuse(`<${takes[odd]}> cannot be "${positionals[odd]}"`);
  return Object.fromEntries(takes.map((name, i) => [name, positionals[i] as string]));
}

function unknown(commands: readonly Command[], words: readonly string[]): string {
  const [first] = words;
  const group = commands.some((one) => one.words.split(' ')[0] === first) ? first : '';
  const shown = words.slice(0, group ? 2 : 1).join(' ');
  return `${shown === '' ? 'No command is named' : `There is no command "${shown}"`}; ${helpFor({ words: group ?? '' })}`;
}

const helpFor = ({ words }: Pick<Command, 'words'>) => `npm run ops -- ${words ? `${words} ` : ''}--help tells more`;
