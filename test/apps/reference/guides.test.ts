import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { renderMarkdown } from '../../../apps/reference/site/markdown.ts';
import { fixedInProd, usdOf } from '../../../infra/write/costsPage.ts';
import { usage } from '../../../infra/write/usage.ts';
import { routes } from '../../../lib/routes.ts';
import { problems } from '../../../lib/webhook/callReceiver.ts';
import { blocksOf, blockWith } from '../../support/blocks.ts';
import { root } from '../../support/run.ts';

const textOf = (page: string) => readFileSync(join(root, page), 'utf8');
const guides = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...guides.map((file) => `docs/${file}`)];

test.each(pages)('the links of %s lead to existing files and sections', (page) => {
  const links: string[] = [];
  const { headings } = renderMarkdown(textOf(page).replaceAll(/!\[/g, '['), (link) => {
    links.push(link);
    return link;
  });
  const broken = links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    if (/^https?:/.test(link)) return false;
    const target = join(dirname(page), file);
    if (file && !existsSync(join(root, target))) return true;
    if (!anchor) return false;
    const found = file ? renderMarkdown(textOf(target).replaceAll(/!\[/g, '['), () => undefined).headings : headings;
    return !found.some(({ id }) => id === anchor);
  });
  expect(broken).toEqual([]);
});

const order = usdOf(usage['place an order of one line']);
const mixed =
  0.6 * usdOf(usage['read an order of up to 4 KB']).total +
  0.2 * usdOf(usage['list 10 orders of 1.5 KB']).total +
  0.1 * order.total +
  0.1 * usdOf(usage['change an order']).total;
const firewall = 0.6;

test.each([
  ['README.md', `[about ${order.total.toFixed(0)} USD](docs/costs.md)`],
  ['docs/compare.md', `| ${order.total.toFixed(2)} USD |`],
  ['docs/compare.md', `| about ${fixedInProd.toFixed(0)} USD a month |`],
  ['docs/scale.md', `about ${(mixed + firewall).toFixed(1)}0 USD`],
  ['docs/scale.md', `plus ${fixedInProd.toFixed(0)} fixed`],
  ['docs/disaster.md', `a million orders ${order.table.toFixed(0)} USD more`],
])('%s has the same cost as the page on costs: %s', (page, cost) => {
  expect(textOf(page)).toContain(cost);
});

const inGuides = 'test/apps/reference/guides.http.test.ts';
const inOperatorPages = 'test/infra/commands/operatorPages.slow.test.ts';

/** What runs the commands of a page, or why nothing does. */
const ranBy: Record<string, string> = {
  'README.md': 'test/apps/client/clientExample.http.test.ts',
  'CONTRIBUTING.md': 'These commands run the tests.',
  'docs/books.md': inGuides,
  'docs/client.md': inGuides,
  'docs/deploy.md': inOperatorPages,
  'docs/disaster.md': 'A deployment needs an AWS account.',
  'docs/erp.md': inGuides,
  'docs/first-ten-minutes.md': 'test/apps/reference/firstTenMinutes.http.test.ts',
  'docs/generate.md': inGuides,
  'docs/monitor.md': inOperatorPages,
  'docs/operating.md': inOperatorPages,
  'docs/reliable-clients.md': inGuides,
  'docs/restore.md': inOperatorPages,
  'docs/security.md': inGuides,
  'docs/stores-day.md': inGuides,
  'docs/webhooks.md': 'test/apps/reference/webhookPage.http.test.ts',
};

/** The blocks that the test of a page does not run, by words that only they contain, and why. */
const unrun: [page: string, words: string, reason: string][] = [
  ['README.md', 'npm install', 'The tests need what it installs, and start the service as `npm start` does.'],
  ['README.md', 'npm test', 'It runs the tests.'],
  ['README.md', 'cdk bootstrap', 'A deployment needs an AWS account.'],
  ['docs/client.md', 'npm run client', 'test/apps/client/clientPackage.http.test.ts runs it.'],
  ['docs/first-ten-minutes.md', 'npm install', 'The tests need what it installs.'],
  ['docs/reliable-clients.md', 'npm start', 'The test starts the service with this setting.'],
  ['docs/security.md', 'platform-key -- revoke', 'operatorPages.slow.test.ts runs it as another page gives it.'],
  ['docs/webhooks.md', 'npm start', 'The tests start the service with this setting.'],
];

/**
 * The blocks of the pages whose tests pick them by these words. operatorPages.slow.test.ts lists those of its pages, and the other
 * tests run whole pages.
 */
const picked: Record<string, string[]> = {
  'README.md': ['curl', 'docs/first-order.ts'],
  'docs/generate.md': ['openapi.json http'],
  'docs/security.md': ['ops -- key revoke', 'audit --tenant'],
  'docs/webhooks.md': [
    ...['api()', 'export WEBHOOK_SECRET=', '4000/hooks', '$WEBHOOK/test', '"failed"', 'export FOLLOWER_SECRET='],
    ...['WEBHOOK', 'FOLLOWER'].map((name) => `api $${name} -X PATCH -d '{"url": null}'`),
  ],
};

test.each(Object.entries(picked))('each block of %s is run, or it is known why not', (page, words) => {
  const left = unrun.flatMap(([of, one]) => (of === page ? one : []));
  const blocks = blocksOf(page).filter(({ language }) => language === 'sh');
  expect([...words, ...left].map((one) => blockWith(page, one)).toSorted()).toEqual(blocks.map(({ text }) => text).toSorted());
});

test.each(unrun)('%s still has a block with %j, which its test leaves out: %s', (page, words, _reason) => {
  expect(blockWith(page, words)).toContain(words);
});

test('every page with commands names a test that exists, or why it has none', () => {
  const withCommands = pages.filter((page) => blocksOf(page).some(({ language }) => language === 'sh'));
  expect(withCommands.toSorted()).toEqual(Object.keys(ranBy).toSorted());
  const missing = Object.values(ranBy).filter((by) => by.startsWith('test/') && !existsSync(join(root, by)));
  expect(missing).toEqual([]);
});

test('the guides define the same names in the same way', () => {
  const names = /^(export STORE_URL=\S+ STORE_API_KEY=|api\(\)|field\(\)).*/gm;
  const setUps = guides.flatMap((file) => blocksOf(`docs/${file}`)).flatMap(({ text }) => text.match(names) ?? []);
  expect(new Set(setUps).size).toBe(3);
});

test('the page on webhooks explains every problem of a call', () => {
  const [, table = ''] = /\| `problem` \|.*?\n(.*?)\n\n/s.exec(textOf('docs/webhooks.md')) ?? [];
  const explained = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  expect(explained.toSorted()).toEqual([...problems].toSorted());
});

test('the page on reliable clients lists every POST and DELETE that ignores Idempotency-Key', () => {
  const [, table = ''] = /\| operation \| a repeat \|\n(.*?)\n\n/s.exec(textOf('docs/reliable-clients.md')) ?? [];
  const listed = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, names = '']) => names.match(/(?<=`)\w+(?=`)/g) ?? []);
  const ignoring = routes.filter(({ method, idempotent }) => ['POST', 'DELETE'].includes(method) && !idempotent);
  expect(listed.toSorted()).toEqual(ignoring.map(({ id }) => id).toSorted());
});
