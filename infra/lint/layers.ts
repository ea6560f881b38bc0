import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders and files of lib/, lowest first. Each may import itself and what comes before it. */
const layers = `
  values
  api/errors api/log api/metrics api/awsTimeouts api/version api/securityHeaders
  db
  api/idempotency api/cursor api/list key/scopes
  api/sections api/route api/router api/call
  user/inputs user/schema user/rules user/emails user/userItem
  quota audit tenant user key availability product webhook cart order shipping legal
  routes
  api/requestLog api/envelope api/fieldErrors api/body api/keyAuth api/validation api/operation
  site api/forward
  api/publicPlaces
  api/warmUp
`
  .trim()
  .split(/\s+/);

/** The only folder or file of the deployed code that may import a package. */
const importers: Record<string, string> = {
  '@aws-sdk/client-dynamodb': 'lib/db/',
  '@aws-sdk/lib-dynamodb': 'lib/db/',
  '@aws-sdk/client-lambda': 'lib/api/forward.ts',
  '@aws-sdk/client-sqs': 'lib/webhook/queue.ts',
  preact: 'apps/console/',
  '@preact/signals': 'apps/console/',
};

const statement = /^(?:import|export)(?<isType> type)?\b(?:[^;']*?\bfrom)? '(?<from>[^']+)'|\bimport\('(?<loaded>[^']+)'\)/gm;

/** Names the imports of one file that the architecture forbids. */
export function forbiddenImports(file: string, source: string): string[] {
  return [...source.matchAll(statement)].flatMap(({ groups: { isType, from, loaded } = {} }) => {
    const name = from ?? (loaded as string);
    const reason = name.startsWith('.')
      ? (tooHigh(file, join(file, '..', name)) ?? (isType ? undefined : answerSchema(file, name)))
      : notItsPackage(file, name);
    return reason ? [`${file} imports ${name}: ${reason}`] : [];
  });
}

function tooHigh(file: string, imported: string): string | undefined {
  const unlisted = [file, imported].find((path) => heightOf(path) < 0);
  if (unlisted) return `${unlisted} has no layer; add it to infra/lint/layers.ts`;
  return heightOf(imported) > heightOf(file) ? 'imports must point to a lower layer' : undefined;
}

/** `lib/order/data.ts` is as high as `order`. Everything outside lib/ is higher. */
function heightOf(file: string): number {
  const [folder, noun = '', name] = file.replace(/\.tsx?$/, '').split('/');
  if (folder === 'lib') return layers.includes(`${noun}/${name}`) ? layers.indexOf(`${noun}/${name}`) : layers.indexOf(noun);
  return folder === 'functions' ? layers.length : layers.length + 1;
}

/** Only routes contain the schemas of responses, and bundles drop them. A handler that loaded one would start more slowly. */
function answerSchema(file: string, imported: string): string | undefined {
  return /schema\.ts$/.test(imported) && !/(schema|routes)\.ts$/.test(file) ? 'import only its types' : undefined;
}

function notItsPackage(file: string, name: string): string | undefined {
  const importer = importers[name];
  return importer && !file.startsWith(importer) ? `only ${importer} may` : undefined;
}

if (import.meta.main) {
  const found = globSync('{lib,functions}/**/*.{ts,tsx}').flatMap((file) => forbiddenImports(file, readFileSync(file, 'utf8')));
  for (const line of found) process.stderr.write(`${line}\n`);
  if (found.length > 0) process.exitCode = 1;
}
