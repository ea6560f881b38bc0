import './environment.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument, webhookDocument } from '../../apps/reference/openapi/document.ts';
import { clientOperations } from './clientOperations.ts';
import { costsPage } from './costsPage.ts';
import { errorsPage } from './errorsPage.ts';
import { operationsPage } from './operationsPage.ts';
import { recordExamples } from './recordExamples.ts';
import { scopesPage } from './scopesPage.ts';

/** `npm run write` generates these files. With `--check` it changes nothing and fails if one is out of date. */
const check = process.argv.includes('--check');

update('docs/operations.md', operationsPage());
update('apps/client/operations.ts', clientOperations());
update('docs/errors.md', errorsPage());
update('docs/costs.md', costsPage());
update('docs/scopes.md', scopesPage());

const { examples, missing } = await recordExamples();
for (const id of missing) fail(`${id} has no example. Add a call to infra/smoke/story.ts, then run npm run write.`);
if (missing.length === 0) {
  update('docs/openapi.json', inJson(openApiDocument(examples)));
  update('docs/webhooks.json', inJson(webhookDocument(examples)));
}

function inJson(document: object) {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function update(path: string, text: string) {
  if (existsSync(fileOf(path)) && read(path) === text) return;
  if (check) fail(`${path} is out of date. Run npm run write.`);
  else writeFileSync(fileOf(path), text);
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
