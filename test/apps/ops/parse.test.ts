import { expect, test } from '@jest/globals';
import { commands } from '../../../apps/ops/commands.ts';
import { help } from '../../../apps/ops/help.ts';
import { parse } from '../../../apps/ops/parse.ts';
import { wordsOf } from '../../support/ops.ts';

test('the help of each command begins with two or three examples, which parse', () => {
  for (const command of commands) {
    const { name, summary, examples } = command;
    for (const example of examples) expect(parse(commands, wordsOf(example)).command.name).toBe(name);
    expect([2, 3]).toContain(examples.length);
    const lines = examples.map(
      (example) => `  npm run ops -- ${example}
`,
    );
    expect(help([command]).text).toContain(`${summary}.

${lines.join('')}
`);
  }
});

test.each([
  ['tenant list --color', 'tenant list has no option --color; it has --subscribed, --country, --find and --json.'],
  ['tenant list -c DE', 'tenant list has no option -c; it has --subscribed, --country, --find and --json.'],
  ['tenant list --no-country', 'tenant list has no option --no-country; it has --subscribed, --country, --find and --json.'],
  ['tenant list --country', '--country needs a value: only tenants in this country, such as DE.'],
  ['tenant list --country --json', '--country needs a value. If it starts with a dash, write --country=--json.'],
  ['stock adjust TEA --by -3', '--by needs a value. If it starts with a dash, write --by=-3.'],
  ['tenant list --country DE --country FR', '--country can be given only once.'],
  ['tenant list --json=yes', '--json takes no value.'],
  ['tenant list --subscribed no', '--subscribed must be active or expired, not "no".'],
  ['report --by week --from a --to b', '--by must be day or month, not "week".'],
  ['report --by day', 'Missing --from and --to.'],
  ['plan x gold', '<plan> must be trial, plan1, plan2, plan3, plan4, plan5 or none, not "gold".'],
  ['tenant crate', 'Unknown command "tenant crate". Use tenant list, tenant show, tenant create or tenant update.'],
  ['stock', 'Use stock count or stock adjust.'],
])('%s names the problem and the remedy', (line, problem) => {
  const topic = /^(tenant list|stock adjust|report|plan|tenant|stock)/.exec(line)?.[0];
  expect(() => parse(commands, wordsOf(line))).toThrow(`${problem} Help: npm run ops -- ${topic} --help`);
});

test('an option that can be repeated collects its values, and a value may start with a dash', () => {
  const issue = parse(commands, wordsOf('key issue x --scope orders:read --scope products:write'));
  expect(issue.options.scope).toEqual(['orders:read', 'products:write']);
  expect(parse(commands, wordsOf('stock adjust TEA --by=-3')).options.by).toBe('-3');
});
