import { expect, test } from '@jest/globals';
import { commands } from '../../../apps/ops/commands.ts';
import { type Parsed, programFor } from '../../../apps/ops/program.ts';
import { wordsOf } from '../../support/ops.ts';

type Result = Parsed & { name: string };

/** Parses a command line. Rejects with what is printed to stderr. */
async function parse(line: string): Promise<Result> {
  let result: Result | undefined;
  let stderr = '';
  const program = programFor(commands, async ({ name }, parsed) => {
    result = { name, ...parsed };
  });
  const all = [program, ...program.commands, ...program.commands.flatMap((group) => group.commands)];
  for (const one of all) one.configureOutput({ writeErr: (text) => (stderr += text) });
  await program.parseAsync(wordsOf(line), { from: 'user' }).catch(() => {});
  if (!result) throw new Error(stderr);
  return result;
}

test('each command has two or three examples, which parse', async () => {
  const program = programFor(commands, async () => {});
  for (const { name, examples } of commands) {
    for (const example of examples) expect((await parse(example)).name).toBe(name);
    expect([2, 3]).toContain(examples.length);
    expect(examples.every((example) => example.startsWith(`${name} `) || example === name)).toBe(true);
    const [group, verb] = name.split(' ');
    const parent = program.commands.find((one) => one.name() === group);
    expect((verb ? parent?.commands.find((one) => one.name() === verb) : parent)?.summary()).toMatch(/^[A-Z]/);
  }
});

test('the overview and the help of each command fit into 80 columns and break lines only there', () => {
  const program = programFor(commands, async () => {});
  const all = [program, ...program.commands, ...program.commands.flatMap((group) => group.commands)];
  for (const one of all) {
    let help = '';
    one.configureOutput({ getOutHelpWidth: () => 80, writeOut: (text) => (help += text) }).outputHelp();
    const lines = help.split('\n').filter((line) => !line.startsWith('  npm run ops -- '));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const short = lines.filter((line, i) => {
      const next = lines[i + 1] ?? '';
      return /^\S/.test(line) && /^\S/.test(next) && line.length + 1 + (next.split(' ')[0] as string).length <= 80;
    });
    expect(short).toEqual([]);
  }
  const help = program.commands.find((one) => one.name() === 'shipment')?.commands[0]?.helpInformation();
  expect(help).toContain(`
  shipped          the shipment of the order is now shipped and has the tracking
                   number; or it had left without one, and has it now
`);
});

test.each([
  ['tenant list --colour', "Unknown option '--colour'", 'tenant list'],
  ['tenant list --no-country', "Unknown option '--no-country'", 'tenant list'],
  ['tenant list --country --json', '--json looks like an option. Is the value of --country missing?', 'tenant list'],
  ['tenant list --country DE --country FR', 'It can be given only once.', 'tenant list'],
  ['tenant list --subscribed no', 'Use one of: active, expired.', 'tenant list'],
  ['report --by year --from a --to b', 'Use one of: day, week, month.', 'report'],
  ['plan x gold', 'Allowed choices are trial, plan1, plan2, plan3, plan4, plan5, none.', 'plan'],
  ['tenant show', "Missing required argument 'tenant'", 'tenant show'],
  ['key issue x --expires ""', 'It must not be empty. Pass a value, or leave the option out.', 'key issue'],
  ['customer erase --list x --email " "', 'It must not be empty.', 'customer erase'],
  ['tenant show ..', 'It must not be empty, `.` or `..`.', 'tenant show'],
  ['tenant crate', "Unknown command 'crate'\n(Did you mean create?)", 'tenant'],
])('%s names the problem, and the help to read', async (line, problem, topic) => {
  const printed = await parse(line).then(
    () => 'nothing',
    (error: Error) => error.message,
  );
  expect(printed).toContain(problem);
  expect(printed).toContain(`Help: npm run ops -- ${topic} --help`);
});

test('reads repeated options, values with a dash, and options that are turned off or left out', async () => {
  const { input } = await parse('key issue x --scope orders:read --scope products:write');
  expect(input.scope).toEqual(['orders:read', 'products:write']);
  expect((await parse('stock adjust TEA --by -3')).input.by).toBe(-3);
  expect((await parse('stock adjust TEA --by=-3 --json')).json).toBe(true);
  const active = async (line: string) => (await parse(`user list ${line}`)).input.active;
  expect([await active(''), await active('--active'), await active('--no-active')]).toEqual([undefined, true, false]);
});
