import { InvalidArgumentError, Command as Program, Argument as ProgramArgument, Option as ProgramOption } from 'commander';
import { type Argument, type Call, type Command, type Option, UsageError } from './command.ts';
import { red, wrap } from './terminal.ts';

/** What a command line says, apart from the clients. */
export type Parsed = Pick<Call, 'input' | 'json'>;
type Run = (command: Command, parsed: Parsed) => Promise<void>;

const connection = `The address and the keys come from the environment, never from the command line:

  STORE_URL         the address of the service, such as https://api.example.com
  PLATFORM_API_KEY  a platform key, for tenant, key, platform-key, plan,
                    store-front, domain and audit
  STORE_API_KEY     a store's management key, for all other commands

In a terminal, you are prompted for a missing key. --json prints JSON instead of
a table. Use npm run --silent ops -- to hide npm's own output.

Exit codes: 0 success, 1 failure, 2 wrong usage.
`;

/** The examples that the overview shows. */
const shownFirst = ['tenant list', 'stock adjust', 'report'];

/** A program with all commands. It calls `run` with the one that was given. */
export function programFor(commands: readonly Command[], run: Run): Program {
  const program = new Program('npm run ops --').usage('<command> [--json]').exitOverride();
  program.configureOutput({
    outputError: (text, write) => write(red(text.replace(/^error: ./, (start) => start.slice(7).toUpperCase()))),
  });
  program.configureHelp({ boxWrap });
  program.showHelpAfterError('Help: npm run ops -- --help').addHelpText('after', `\n${connection}`);
  const shown = commands.filter(({ name }) => shownFirst.includes(name));
  program.addHelpText('before', examplesOf(shown, 1));
  for (const [group, members] of Map.groupBy(commands, ({ name }) => name.split(' ')[0] as string)) {
    const parent = members.some(({ name }) => name !== group) ? addGroup(program, group, members) : program;
    for (const command of members) add(parent, command, run);
  }
  // Only here, so that the overview has room for the summaries.
  return program.configureHelp({ boxWrap, subcommandTerm: (one) => one.name() });
}

/** `tenant list` and `tenant show` belong to the group `tenant`. */
function addGroup(program: Program, group: string, members: readonly Command[]): Program {
  const verbs = members.map(({ name }) => name.split(' ')[1]).join(', ');
  const added = program.command(group).summary(verbs).addHelpText('before', examplesOf(members, 1));
  return added.showHelpAfterError(`Help: npm run ops -- ${group} --help`);
}

function add(parent: Program, command: Command, run: Run): void {
  const { name, args, summary, details, options } = command;
  const sub = parent.command(name.split(' ').at(-1) as string).summary(summary);
  sub
    .description(details ? `${summary}.\n\n${unwrapped(details)}` : `${summary}.`)
    .addHelpText('before', examplesOf([command]));
  sub.showHelpAfterError(`Help: npm run ops -- ${name} --help`);
  for (const [argument, definition] of Object.entries(args)) sub.addArgument(argumentOf(argument, definition));
  for (const [option, definition] of Object.entries(options)) addOption(sub, option, definition);
  sub.option('--json', 'print JSON').action(async (...words) => {
    const { json = false, ...given } = sub.opts();
    const values = Object.keys(args).map((argument, i) => [argument, words[i]]);
    // commander writes --stock-below as stockBelow.
    const named = Object.keys(options).map((option) => [option, given[camelCased(option)]]);
    await run(command, { input: Object.fromEntries([...values, ...named]), json });
  });
}

/** One line for each paragraph. Indented lines, such as those of a list, stay as they are. */
const unwrapped = (text: string) => text.replaceAll(/(?<=\S)\n(?=\S)/g, ' ');

/** Breaks lines at the width of the terminal. In a list, the second column keeps its indent. */
const boxWrap = (text: string, width: number) =>
  text
    .split('\n')
    .map((line) => wrap(line, width, /^ +\S.*? {2,}/.exec(line)?.[0].length))
    .join('\n');

function argumentOf(name: string, { type, values }: Argument): ProgramArgument {
  const argument = new ProgramArgument(`<${dashed(name)}>`);
  if (values) return argument.choices(values);
  return argument.argParser((value: string) => {
    if (type === 'integer') return integer(`<${name}>`, value);
    if (['', '.', '..'].includes(value)) throw new InvalidArgumentError('It must not be empty, `.` or `..`.');
    return value;
  });
}

function addOption(sub: Program, name: string, { type, summary, values, least, multiple, required }: Option): void {
  const flag = `--${dashed(name)}`;
  if (type === 'boolean') {
    sub.option(flag, summary).option(`--no-${dashed(name)}`);
    sub.options.at(-1)?.hideHelp();
    return void sub.setOptionValue(camelCased(name), undefined);
  }
  const notes = [required && 'required', multiple && 'repeatable'].filter(Boolean).join(', ');
  const option = new ProgramOption(`${flag} <value>`, notes ? `${summary} (${notes})` : summary);
  option.argParser((value: string, earlier?: unknown) => {
    // An unset shell variable gives an empty value. Ignoring it could drop a filter, and affect more than intended.
    if (value.trim() === '') throw new InvalidArgumentError('It must not be empty. Pass a value, or leave the option out.');
    if (/^--?[a-z]/.test(value))
      throw new InvalidArgumentError(`${value} looks like an option. Is the value of ${flag} missing?`);
    if (values && !values.includes(value)) throw new InvalidArgumentError(`Use one of: ${values.join(', ')}.`);
    if (multiple) return [...((earlier as string[] | undefined) ?? []), value];
    if (earlier !== undefined) throw new InvalidArgumentError('It can be given only once.');
    return type === 'integer' ? integer(flag, value, least) : value;
  });
  sub.addOption(required ? option.makeOptionMandatory() : option);
}

function integer(name: string, text: string, least?: number): number {
  if (/^-?\d{1,10}$/.test(text) && Number(text) >= (least ?? Number.NEGATIVE_INFINITY)) return Number(text);
  throw new UsageError(
    `${name} must be a whole number${least === undefined ? '' : `, ${least} or more`}, with at most 10 digits, not "${text}".`,
  );
}

const dashed = (name: string) => name.replaceAll('_', '-');

const camelCased = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const examplesOf = (commands: readonly Command[], most?: number) =>
  `${commands
    .flatMap(({ examples }) => examples.slice(0, most))
    .map((line) => `  npm run ops -- ${line}\n`)
    .join('')}`;
