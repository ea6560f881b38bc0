import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openApiDocument } from '../openapi/document.ts';

const here = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
const renderer = (name: string) => readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)), 'utf8');

/** The API document, the reference page and its assets, by file name. */
export async function siteFiles(): Promise<Map<string, string>> {
  const assets = [
    ['swagger-ui.css', withoutMap(await renderer('swagger-ui.css'))],
    ['page.css', await here('page.css')],
    ['swagger-ui-bundle.js', withoutMap(await renderer('swagger-ui-bundle.js'))],
    ['page.js', await here('page.js')],
  ] as const;
  const files = new Map([['openapi.json', JSON.stringify(openApiDocument())]]);
  let page = await here('page.html');
  for (const [name, text] of assets) {
    const hashed = name.replace(/\.(?=\w+$)/, `.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.`);
    page = page.replace(`"docs/${name}"`, `"docs/${hashed}"`);
    files.set(`docs/${hashed}`, text);
  }
  const licenses = await Promise.all(['NOTICE', 'LICENSE', 'swagger-ui-bundle.js.LICENSE.txt'].map(renderer));
  return files.set('docs/index.html', page).set('docs/licenses.txt', licenses.join('\n'));
}

/** The source map is not served. */
const withoutMap = (text: string) => text.replace(/\n?\/[/*]# sourceMappingURL=[^\n]*/g, '');
