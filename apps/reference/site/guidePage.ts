import { type Guide, guides } from './guides.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';
import { type Heading, plain, renderMarkdown } from './markdown.ts';

/** A page of `docs/`, with its contents if it is long, and a link to the next one. */
export function guidePage({ name, title, text }: Guide): Page {
  const { body, headings } = renderMarkdown(text, siteLink);
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

const contents = (sections: Heading[]) => html`<nav class="contents" aria-label="On this page"><h2>On this page</h2>
<ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;

/**
 * Turns a link between pages of `docs/` into one of the site. The operations are in the reference. A link to any
 * other file that the site lacks becomes plain text.
 */
function siteLink(link: string): string | undefined {
  if (/^(#|https?:)/.test(link)) return link;
  const [file = '', anchor] = link.split('#');
  const guide = guides.find(({ name }) => `${name}.md` === file);
  if (guide) return anchor ? `${guide.name}#${anchor}` : guide.name;
  return file === 'operations.md' ? '../docs#management-interface' : undefined;
}
