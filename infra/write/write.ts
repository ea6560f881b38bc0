import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument, webhookDocument } from '../../apps/reference/openapi/document.ts';
import { type Grants, recordedGrants } from '../lint/grants.ts';
import { clientOperations } from './clientOperations.ts';
import { costsPage } from './costsPage.ts';
import { errorsPage } from './errorsPage.ts';
import { firewallRows, limitRows, quotaRows } from './limitTables.ts';
import {
  keyedOperations,
  managementRows,
  openOperations,
  permissionRows,
  platformRows,
  scopeRows,
  settingsAndOrders,
} from './operationTables.ts';
import { recordExamples } from './recordExamples.ts';
import { localSettingRows, settingRows, stageRows } from './settingTables.ts';

/** `npm run write` generates these files. With `--check` it changes nothing and fails if one is out of date. */
const check = process.argv.includes('--check');

update('apps/client/operations.ts', clientOperations());
update('docs/errors.md', errorsPage());
update('docs/costs.md', costsPage());
updateTable('docs/operations.md', ['operation', 'path', '`Idempotency-Key`'], platformRows);
updateTable('docs/operations.md', ['operation', 'path', 'scope', '`Idempotency-Key`'], managementRows);
updateTable('docs/scopes.md', ['scope', 'operations'], scopeRows);
updateTable('docs/scopes.md', ['permission', 'scope'], permissionRows);
updateBlock('docs/scopes.md', 'Any key can call', [`${openOperations}.`]);
updateBlock(
  'docs/scopes.md',
  "These operations need both `settings:write` and `orders:write`, because a webhook's receiver sees orders:",
  [`${settingsAndOrders}.`],
);
updateTable('docs/limits.md', ['what', 'limit or rule', 'error'], limitRows);
updateTable('docs/limits.md', ['plan', 'requests per 10 seconds'], quotaRows);
updateTable('docs/limits.md', ['caller', 'requests per minute'], firewallRows);
updateTable('docs/deploy.md', ['', '`dev` (default)', '`prod`'], stageRows);
updateTable('docs/deploy.md', ['setting', 'meaning'], settingRows);
updateTable('docs/run-locally.md', ['variable', 'meaning'], localSettingRows);
updateBlock('docs/reliable-clients.md', 'These operations accept an `Idempotency-Key`:', [keyedOperations]);
update('infra/stacks/functions/grants.json', oneLineEach(recordedGrants()));

const { examples, missing } = await recordExamples();
for (const id of missing) fail(`${id} has no example. Add a call to infra/smoke/story.ts, then run npm run write.`);
if (missing.length === 0) {
  update('docs/openapi.json', inJson(openApiDocument(examples)));
  update('docs/webhooks.json', inJson(webhookDocument(examples)));
}

function inJson(document: object) {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function oneLineEach(grants: Grants) {
  const lines = Object.entries(grants).map(([grant, names]) => `  ${JSON.stringify(grant)}: ${JSON.stringify(names)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

function update(path: string, text: string) {
  if (existsSync(fileOf(path)) && read(path) === text) return;
  if (check) fail(`${path} is out of date. Run npm run write.`);
  else writeFileSync(fileOf(path), text);
}

/** Writes the rows of a table into a page, below these headings. */
function updateTable(path: string, headings: string[], rows: string[][]) {
  const line = (cells: string[]) => `|${cells.map((cell) => cell && ` ${cell}`).join(' |')} |`;
  updateBlock(path, `${line(headings)}\n${line(headings.map(() => '---'))}`, rows.map(line));
}

/** Replaces the lines of a page between these and the next empty line. */
function updateBlock(path: string, head: string, lines: string[]) {
  const [before = '', after, ...more] = read(path).split(`\n${head}`);
  if (after === undefined || more.length > 0) fail(`${path} must contain this once: ${head}`);
  else update(path, `${before}\n${[head, ...lines].join('\n')}${after.slice(after.indexOf('\n\n'))}`);
}

function read(path: string) {
  return readFileSync(fileOf(path), 'utf8');
}

function fileOf(path: string) {
  return new URL(`../../${path}`, import.meta.url);
}

function fail(sentence: string) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
