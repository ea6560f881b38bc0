import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

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
  api/requestLog api/backgroundWrites api/envelope api/fieldErrors api/body api/emptyFields api/keyAuth api/scopeCheck api/keyRecheck api/rateLimit api/validation api/doorbell api/operation
  site api/forward
  api/publicEndpoints
  api/warmUp
`
  .trim()
  .split(/\s+/);

/** What applications may import from lib/ to run: values, the route table, what it consists of, and pure limits and schedules. */
const forApps =
  /^lib\/(values\/.*|routes|api\/(body|errors|fieldErrors|route|router|sections)|key\/scopes|quota\/quotas|\w+\/(routes|schema|inputs|limits|schedule))\.ts$/;

/** The only folder or file outside infra/ that may import a package. */
const importers: Record<string, string> = {
  '@aws-sdk/client-dynamodb': 'lib/db/',
  '@aws-sdk/lib-dynamodb': 'lib/db/',
  '@aws-sdk/client-lambda': 'lib/api/forward.ts',
  '@aws-sdk/client-secrets-manager': 'lib/webhook/sealedSecrets.ts',
  '@aws-sdk/client-sqs': 'lib/webhook/queue.ts',
  preact: 'apps/console/',
  '@preact/signals': 'apps/console/',
};

type Import = { name: string; isType: boolean };

/** Names the imports of one file that the architecture forbids. */
export const forbiddenImports = (file: string, source: string): string[] =>
  importsOf(file, source).flatMap(({ name, isType }) => {
    const imported = join(file, '..', name);
    const reason = name.startsWith('.') ? reasonAgainst(file, imported, isType) : notItsPackage(file, name);
    return reason ? [`${file} imports ${name}: ${reason}`] : [];
  });

function reasonAgainst(file: string, imported: string, isType: boolean): string | undefined {
  if (file.startsWith('apps/')) return notForApps(imported, isType);
  const unlisted = [file, imported].find((path) => heightOf(path) < 0);
  if (unlisted) return `${unlisted} has no layer; add it to infra/lint/borders.ts`;
  if (heightOf(imported) > heightOf(file)) return 'imports must point to a lower layer';
  // Only routes contain the schemas of responses, and bundles drop them. A handler that loaded one would start more slowly.
  const isLoaded = /schema\.ts$/.test(imported) && !/(schema|routes)\.ts$/.test(file);
  return isLoaded && !isType ? 'import only its types' : undefined;
}

function notForApps(imported: string, isType: boolean): string | undefined {
  if (imported.startsWith('apps/') || forApps.test(imported) || (isType && imported.startsWith('lib/'))) return undefined;
  return 'an application may import only apps/, types of lib/, and what `forApps` lists';
}

/** `lib/order/data.ts` is as high as `order`. Everything outside lib/ is higher. */
function heightOf(file: string): number {
  const [folder, noun = '', name] = file.replace(/\.tsx?$/, '').split('/');
  if (folder !== 'lib') return folder === 'functions' ? layers.length : layers.length + 1;
  return layers.indexOf(layers.includes(`${noun}/${name}`) ? `${noun}/${name}` : noun);
}

function notItsPackage(file: string, name: string): string | undefined {
  const importer = importers[name];
  return importer && !file.startsWith('infra/') && !file.startsWith(importer) ? `only ${importer} may` : undefined;
}

/** Every import and re-export of a file, and what it loads at run time. */
function importsOf(file: string, source: string): Import[] {
  const found: Import[] = [];
  // The reviver sees every node of the syntax tree.
  JSON.parse(JSON.stringify(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') })), (_, node) => {
    const { type, typeOnly = false, callee } = node ?? {};
    if (/^(Import|Export\w*)Declaration$/.test(type) && node.source) found.push({ name: node.source.value, isType: typeOnly });
    const loaded = callee?.type === 'Import' && node.arguments[0].expression;
    if (loaded?.type === 'StringLiteral') found.push({ name: loaded.value, isType: false });
    return node;
  });
  return found;
}

if (import.meta.main) {
  const files = globSync('{apps,functions,lib}/**/*.{ts,tsx}');
  const found = files.flatMap((file) => forbiddenImports(file, readFileSync(file, 'utf8')));
  for (const line of found) process.stderr.write(`${line}\n`);
  if (found.length > 0) process.exitCode = 1;
}
