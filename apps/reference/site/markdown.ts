import { readFileSync } from 'node:fs';
import { Marked, Renderer } from 'marked';
import { codeBlock } from './code.ts';
import { escaped, type Html, raw } from './html.ts';

export type Heading = { id: string; title: string; level: number };

type Resolve = (link: string) => string | undefined;

/** A page of `docs/` as HTML, with the headings that can be linked to. Its title is left out. */
export function renderMarkdown(text: string, resolve: Resolve) {
  const headings: Heading[] = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth === 1) return '';
        const heading = { id: idOf(plain(text)), title: plain(text), level: depth };
        headings.push(heading);
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${heading.id}"><a class="anchor" href="#${heading.id}">${content}</a></h${depth}>\n`;
      },
      code: ({ text, lang = '' }) => codeBlock(lang, text, `Code: ${lang}`).html,
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const target = resolve(href);
        return target === undefined ? content : `<a href="${escaped(target)}">${content}</a>`;
      },
      // The gateway passes on text only, so a page contains its pictures.
      image({ href, text }) {
        const picture = readFileSync(new URL(`../../../docs/${href}`, import.meta.url), 'base64');
        return `<img src="data:image/png;base64,${picture}" alt="${escaped(text)}">`;
      },
      table(token) {
        const table = Renderer.prototype.table.call(this, token).replaceAll('<th></th>', '<td></td>');
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table">${table}</div>`;
      },
    },
  });
  return { body: raw(marked.parse(text, { async: false })), headings };
}

/** A page of `docs/` as Markdown. A picture becomes its description, and a link without a target its text. */
export function relinked(markdown: string, resolve: Resolve): string {
  let result = markdown;
  const marked = new Marked();
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type !== 'link' && token.type !== 'image') return;
    const { raw, href, text } = token;
    const target = resolve(href);
    if (target !== href) result = result.replaceAll(raw, () => (target === undefined ? text : `[${text}](${target})`));
  });
  return result;
}

/** A sentence with code and emphasis, such as a description of the API document. */
export const inline = (text: string): Html => raw(new Marked().parseInline(text, { async: false }) as string);

/** The same ID that GitHub gives to a heading. */
export const idOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

export const plain = (markdown: string) => markdown.replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
