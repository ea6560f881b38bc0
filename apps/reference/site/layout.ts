import { guideGroups, guides } from './guides.ts';
import { type Html, html } from './html.ts';
import { type Group, parts } from './operations.ts';

export type Assets = { style: string; script: string; search: string; icon: string };
/** A page of the site. `name` is the last part of its URL; that of the first page is empty. */
export type Page = { name: string; title: string; description: string; body: Html };

/** A whole page. Links are relative, so the site works under any base URL. */
export function layout({ name, title, description, body }: Page, assets: Assets): string {
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title === siteTitle ? title : `${title} – ${siteTitle}`}</title>
<link rel="icon" href="${assets.icon}">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}" data-search="${assets.search}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<button class="menu" popovertarget="nav">Menu</button>
<a class="brand" href="../docs">${siteTitle}</a>
<button id="open-search" hidden>Search <kbd>/</kbd></button>
<button id="open-key" hidden>Key</button>
<a href="../console">Console</a>
</header>
<div class="page">
${navigation(name)}
<main id="content">
${body}
<footer><a href="../openapi.json">OpenAPI document</a></footer>
</main>
</div>
</body>
</html>
`.html;
  return name === '' ? atRoot(text) : text;
}

export const siteTitle = 'Store platform';

/** The first page is one level higher than the others. */
const atRoot = (text: string) =>
  text.replace(/(href|src|data-search)="(?!#|data:|https?:)([^"]*)"/g, (_, attribute, link: string) =>
    link.startsWith('../') ? `${attribute}="${link.slice('../'.length)}"` : `${attribute}="docs/${link}"`,
  );

const navigation = (current: string) => html`<nav id="nav" popover aria-label="Pages">
${Object.entries(guideGroups).map(
  ([title, names]) => html`<h2>${title}</h2>
<ul>${names.map((name) => navLink(name, guides.find((guide) => guide.name === name)?.title as string, current))}</ul>
`,
)}${parts.map(
  ({ title, groups }) => html`<h2>${title}</h2>
${groups.map((group) => navGroup(group, current))}
`,
)}</nav>`;

function navGroup({ title, operations }: Group, current: string): Html {
  const isOpen = operations.some(({ operationId }) => operationId === current);
  const links = operations.map(({ operationId, summary }) => navLink(operationId, summary, current));
  return html`<details${isOpen && html` open`}><summary>${title}</summary><ul>${links}</ul></details>`;
}

const navLink = (name: string, title: string, current: string) =>
  html`<li><a href="${name}"${name === current && html` aria-current="page"`}>${title}</a></li>`;
