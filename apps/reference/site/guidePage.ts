import { type Guide, guides } from './guides.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';
import { type Heading, plain, relinked, renderMarkdown } from './markdown.ts';

/** A page of `docs/`, with its contents if it is long, and a link to the next one. */
export function guidePage({ name, title, text }: Guide): Page {
  const { body, headings } = renderMarkdown(text, pageLink);
  const sections = headings.filter(({ level }) => level === 2);
  const at = guides.findIndex((guide) => guide.name === name);
  const next = guides[at + 1];
  const first = text.split('\n\n')[1] ?? title;
  return {
    name,
    title,
    description: plain(first.replaceAll('\n', ' ')).slice(0, 160),
    body: html`<article class="guide"><h1>${title}</h1>
${sections.length > 2 && contents(sections)}
<div class="text">${body}
<p><a href="${name}.md">This page as Markdown</a></p>
${next && html`<p class="next">Next: <a href="${next.name}">${next.title}</a></p>`}</div></article>`,
  };
}

export const guideMarkdown = ({ text }: Guide) => relinked(text, servedLink);

const contents = (sections: Heading[]) => html`<nav class="contents" aria-label="On this page"><h2>On this page</h2>
<ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;

/** The operations are in the reference. A link to any other file that the site lacks becomes plain text. */
function servedLink(link: string): string | undefined {
  const [file] = link.split('#');
  if (/^(#|https?:)/.test(link) || guides.some(({ name }) => `${name}.md` === file)) return link;
  return file === 'operations.md' ? '../docs#management-interface' : undefined;
}

const pageLink = (link: string) => servedLink(link)?.replace(/^([\w-]+)\.md/, '$1');
