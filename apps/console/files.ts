import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** The console's page, script and style, by file name. */
export async function consoleFiles(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { console: 'apps/console/main.tsx' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox124', 'safari17.5'],
    tsconfig: 'apps/console/tsconfig.json',
    legalComments: 'none',
    banner: { js: `/*\n${await licenses()}*/` },
    outdir: 'dist/console',
    write: false,
  });
  const files = new Map<string, string>();
  let page = await readFile(join(import.meta.dirname, 'page.html'), 'utf8');
  for (const { path, text } of outputFiles) {
    const name = path.endsWith('.css') ? 'console.css' : 'console.js';
    const hashed = name.replace('.', `.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.`);
    page = page.replace(`"console/${name}"`, `"console/${hashed}"`);
    files.set(`console/${hashed}`, text);
  }
  return files.set('console/index.html', page);
}

/** The licences of these packages must be shipped with the code. They differ only in years and holders. */
async function licenses(): Promise<string> {
  const texts = ['preact', '@preact/signals'].map((name) => readFile(join(root, `node_modules/${name}/LICENSE`), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}
