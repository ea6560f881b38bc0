import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { guideMarkdown, guidePage } from './guidePage.ts';
import { guides } from './guides.ts';
import { indexPage } from './indexPage.ts';
import { type Assets, layout } from './layout.ts';
import { operationPage } from './operationPage.ts';
import { document, operations, webhooksDocument } from './operations.ts';
import { searchIndex } from './searchIndex.ts';

const here = (name: string) => new URL(name, import.meta.url);

/** It must be shipped with the code of the search. */
const license = here('../../../node_modules/minisearch/LICENSE.txt');

/** The API documents, and the pages and assets of the site, by file name. */
export async function siteFiles(): Promise<Map<string, string>> {
  const files = new Map([
    ['openapi.json', JSON.stringify(document)],
    ['webhooks.json', JSON.stringify(webhooksDocument)],
  ]);
  const add = (name: string, text: string) => {
    const hashed = hashedName(name, text);
    files.set(`docs/${hashed}`, text);
    return hashed;
  };
  const assets: Assets = {
    style: add('site.css', await minified('site.css')),
    script: add('site.js', await minified('browser/site.ts', `/*\n${await readFile(license, 'utf8')}*/`)),
    search: add('search.json', JSON.stringify(searchIndex())),
    icon: add('icon.svg', await readFile(here('icon.svg'), 'utf8')),
  };
  const pages = [indexPage(), ...guides.map(guidePage), ...operations.map(operationPage)];
  for (const guide of guides) files.set(`docs/${guide.name}.md`, guideMarkdown(guide));
  for (const page of pages) files.set(`docs/${page.name || 'index'}.html`, layout(page, assets));
  return files;
}

/** A name that changes with the contents, so that the file can be cached forever. */
function hashedName(name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return name.replace(/\.(?=\w+$)/, `.${hash}.`);
}

async function minified(name: string, banner = ''): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [here(name).pathname],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    banner: { js: banner },
    write: false,
  });
  return outputFiles[0]?.text as string;
}
