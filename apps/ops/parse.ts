import { parseArgs } from 'node:util';
import { type Call, type Command, type Option, type Options, UsageError } from './command.ts';

type Parsed = { command: Command } & Pick<Call<Options>, 'args' | 'options' | 'json'>;

const findCommand = (commands: readonly Command[], words: readonly string[]) =>
  commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));

/** The commands to print help for; undefined if the words do not ask for help. */
export function helpTopics(commands: readonly Command[], words: readonly string[]): readonly Command[] | undefined {
  const at = words.findIndex((word, i) => word === '--help' || word === '-h' || (word === 'help' && i === 0));
  if (at < 0) return undefined;
  const topic = words[at] === 'help' ? words.slice(1).filter((word) => !word.startsWith('-')) : words.slice(0, at);
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
  const missing = Object.keys(command.options).filter((name) => command.options[name]?.required && options[name] === undefined);
  if (missing.length > 0) throw usageError(`Missing ${listed(missing.map((name) => `--${name}`))}.`, command.name);
  return { command, args: parsePositionals(command, positionals), options, json: Boolean(json) };
}

type Token = Extract<NonNullable<ReturnType<typeof parseArgs>['tokens']>[number], { kind: 'option' }>;

/** The strict mode of `parseArgs` would say less: neither which options there are nor what a value means. */
function parseOptions(command: Command, args: string[]) {
  const own = Object.entries(command.options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]);
  const options = Object.fromEntries([...own, ['json', { type: 'boolean', multiple: false }]]);
  const setting = { args, options, strict: false, tokens: true, allowPositionals: true, allowNegative: true } as const;
  const { positionals, values, tokens } = parseArgs(setting);
  const given = tokens.filter((token): token is Token => token.kind === 'option');
  for (const [i, token] of given.entries()) {
    const problem = optionProblem(command, token, given.slice(0, i));
    if (problem) throw usageError(problem, command.name);
  }
  return { positionals, values: values as Call<Options>['options'] };
}

const json: Option = { type: 'boolean', summary: 'print JSON' };

/** What is wrong with an option, and what to write instead. */
function optionProblem(command: Command, { name, rawName, value, inlineValue }: Token, earlier: readonly Token[]) {
  const option = name === 'json' ? json : command.options[name];
  const isNegative = rawName === `--no-${name}`;
  if (!option || !(isNegative ? option.type === 'boolean' : rawName === `--${name}`)) {
    const names = [...Object.keys(command.options), 'json'].map((one) => `--${one}`);
    return `${command.name} has no option ${rawName}; it has ${listed(names)}.`;
  }
  if (option.type === 'boolean' && value !== undefined) return `${rawName} takes no value.`;
  if (option.type === 'string' && value === undefined) return `${rawName} needs a value: ${option.summary}.`;
  if (!inlineValue && value?.startsWith('-'))
    return `${rawName} needs a value. If it starts with a dash, write ${rawName}=${value}.`;
  if (!option.multiple && earlier.some((one) => one.name === name)) return `${rawName} can be given only once.`;
  return option.values && valueProblem(rawName, value as string, option.values);
}

const valueProblem = (name: string, value: string, accepted: readonly string[]) =>
  accepted.includes(value) ? undefined : `${name} must be ${listed(accepted, 'disjunction')}, not "${value}".`;

const listed = (names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat('en-GB', { type }).format(names);

function parsePositionals({ name, args, values = {} }: Command, positionals: string[]): Record<string, string> {
  const [missing] = args.slice(positionals.length);
  if (missing) throw usageError(`Missing <${missing}>.`, name);
  const [extra] = positionals.slice(args.length);
  if (extra !== undefined) throw usageError(`Unexpected argument "${extra}".`, name);
  const invalid = positionals.findIndex((value) => ['', '.', '..'].includes(value));
  if (invalid >= 0) throw usageError(`<${args[invalid]}> cannot be "${positionals[invalid]}".`, name);
  const given = Object.fromEntries(args.map((arg, i) => [arg, positionals[i] as string]));
  for (const [arg, accepted] of Object.entries(values)) {
    const problem = valueProblem(`<${arg}>`, given[arg] as string, accepted);
    if (problem) throw usageError(problem, name);
  }
  return given;
}

function unknownCommand(commands: readonly Command[], words: readonly string[]): UsageError {
  const [first = ''] = words;
  const ofGroup = commands.filter(({ name }) => name.split(' ')[0] === first);
  const group = ofGroup.length > 0 ? first : '';
  const names = group
    ? ofGroup.map(({ name }) => name)
    : [...new Set(commands.map(({ name }) => name.split(' ')[0] as string))];
  const shown = words.slice(0, group ? 2 : 1).join(' ');
  const unknown = shown === group ? '' : `Unknown command "${shown}". `;
  return usageError(`${unknown}Use ${listed(names, 'disjunction')}.`, group);
}

const usageError = (problem: string, topic: string) =>
  new UsageError(`${problem} Help: npm run ops -- ${topic ? `${topic} ` : ''}--help`);
