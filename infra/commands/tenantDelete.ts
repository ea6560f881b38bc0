import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import * as z from 'zod/mini';
import { CommandError } from '../../apps/ops/commandError.ts';
import { fileTable, hashOf, type Manifest } from '../../apps/ops/exportTenant.ts';
import { progressLine } from '../../apps/ops/progress.ts';
import { ApiError } from '../../lib/api/errors.ts';
import type { TenantId } from '../../lib/db/key.ts';
import { itemsIn, queryPage } from '../../lib/db/query.ts';
import { getTenant, tenantIdOf } from '../../lib/tenant/data.ts';
import { dateTime } from '../../lib/values/fields.ts';
import { deleteTenant } from './deleteTenant.ts';
import { main, useTable, type Values } from './main.ts';
import { awsPrincipal } from './principal.ts';

const help = `Deletes a suspended tenant with everything that it owns. This cannot be undone.

  npm run tenant-delete -- TENANT --manifest FILE --table NAME [--name TENANT]

  --manifest  the manifest.json of an export that was made since the tenant last changed: npm run ops -- tenant export.
              To continue an interrupted deletion, pass the same one again
  --table     the table of the deployment, an output of the service stack
  --name      the name of the tenant once more, for scripts; at a terminal, you are asked for it

If the command is interrupted, run it again: it continues where it stopped. What platform keys and commands did stays in the
platform's audit log, with an entry of this deletion. Uses the credentials and region of your AWS profile. Set
AWS_ENDPOINT_URL_DYNAMODB to use a local database.
`;

const options = { table: { type: 'string' }, manifest: { type: 'string' }, name: { type: 'string' } } as const;

const adviceOnFiles =
  'This run deleted nothing. If an earlier run did, restore the file of that export from your copy. Otherwise, export the store again into a new folder.';

await main(help, options, run, { acceptsWords: true });

async function run({ table, manifest: file, name }: Values<typeof options>, [tenant, ...others]: string[]): Promise<void> {
  if (!tenant || others.length > 0) throw new CommandError('Pass one tenant. --help shows the usage.');
  if (!table) throw new CommandError('Pass the table with --table. It is an output of the service stack.');
  if (!file) throw new CommandError('Pass the manifest.json of an export with --manifest.');
  const manifest = readManifest(file);
  await checkFiles(dirname(file), manifest);
  useTable(table);
  await confirmAndDelete(tenant, manifest, name);
}

function readManifest(file: string): Manifest {
  try {
    const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8')) ?? {};
    const { tenant, begun, files } = manifest;
    const isManifest = typeof tenant?.id === 'string' && z.safeParse(dateTime(), begun).success && Array.isArray(files);
    // An export is one flat folder.
    if (isManifest && files.length > 0 && files.every(({ file }) => basename(file) === file)) return manifest;
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}. Pass the manifest.json of an export.`);
  }
  throw new CommandError(
    `${file} is not the manifest of an export: a tenant, the time \`begun\` or files are missing or invalid. Pass the manifest.json that \`npm run ops -- tenant export\` wrote.`,
  );
}

/** Whoever deletes a store should still have what was exported. */
async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { file, sha256 } of files) {
    const path = join(folder, file);
    if (!existsSync(path)) throw new CommandError(`${path}, a file of the export, is missing. ${adviceOnFiles}`);
    if ((await hashOf(path)) !== sha256) {
      throw new CommandError(`${path} is not as it was exported: its SHA-256 differs from the manifest. ${adviceOnFiles}`);
    }
  }
}

async function confirmAndDelete(given: string, { tenant: exported, begun, exported: time, files }: Manifest, typed?: string) {
  const { id, name, version } = await findTenant(given, exported);
  if (exported.id !== id)
    throw new CommandError(
      `The manifest is of ${exported.name} (${exported.id}), not of ${name} (${id}). Pass the manifest of its own export.`,
    );
  if (exported.version !== version) {
    throw new CommandError(
      `${name} changed since it was exported: it had version ${exported.version}, now ${version}. Export it again into a new folder.`,
    );
  }
  process.stdout.write(`Exported at ${time}:\n\n${fileTable(files)}\n`);
  if ((typed ?? (await askForName(name))) !== name)
    throw new CommandError(
      `That is not the name of the tenant, ${name}. This run deleted nothing. Run the command again with the name ${name}, typed or in --name.`,
    );
  const show = progressLine();
  const deleted = await deleteTenant(id as TenantId, await awsPrincipal(), begun, (count) => show(`${count} items deleted`));
  process.stdout.write(`${name} (${id}) is deleted: ${deleted} items.\n`);
}

/** An interrupted run may have deleted the tenant itself, but not yet all that it owned. Then the manifest identifies it. */
async function findTenant(given: string, exported: Manifest['tenant']): Promise<Manifest['tenant']> {
  try {
    return await getTenant(await tenantIdOf(given));
  } catch (error) {
    const isExported = given === exported.id || given === exported.name;
    if (!isExported || !(error instanceof ApiError && error.code === 'not_found')) throw error;
    if (await wasIn(exported.id as TenantId)) return exported;
    throw new CommandError(`The table never had ${exported.name} (${exported.id}). Check --table.`);
  }
}

/** A deletion keeps the platform's audit entries of a tenant. */
async function wasIn(id: TenantId): Promise<boolean> {
  return (await queryPage(itemsIn(id, 'AUDIT#', 'descending'), undefined, 1)).items.length > 0;
}

async function askForName(name: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(`Pass the name of the tenant once more: --name ${name}`);
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const stopped = () => Promise.reject(new CommandError('No name was entered. This run deleted nothing.'));
    return (await reader.question(`Type the name of the tenant to delete it forever: `).catch(stopped)).trim();
  } finally {
    reader.close();
  }
}
