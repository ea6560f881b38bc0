import { introduction } from '../openapi/document.ts';
import { codeBlock } from './code.ts';
import { type Html, html } from './html.ts';
import { type Page, siteTitle } from './layout.ts';
import { idOf, inline, renderMarkdown } from './markdown.ts';
import { type Group, parts } from './operations.ts';

const starts: [string, string, string][] = [
  ['first-ten-minutes', 'First ten minutes', 'From a fresh clone to an order that is paid, shipped and partly refunded.'],
  ['stores-day', "A store's day", 'Find, correct, refund, return, reconcile and export orders.'],
  ['webhooks', 'Receive webhooks', 'Receivers in TypeScript and Python that verify signatures.'],
  ['errors', 'Errors', 'What each code means, and what to do.'],
];

const request = 'curl "$STORE_URL/v1/management/order/1001" \\\n  -H "X-API-KEY: $STORE_API_KEY"';

/** The first page: where to start, what all operations have in common, and a list of them. */
export function indexPage(): Page {
  return {
    name: '',
    title: siteTitle,
    description: 'Guides and API reference of the store platform.',
    body: html`<article class="home"><h1>Build on the store platform</h1>
<p class="lead">Orders, payments, refunds, shipments, stock and webhooks, over one JSON API.</p>
<ul class="starts">${starts.map(([name, title, text]) => html`<li><a href="${name}"><strong>${title}</strong> <span>${text}</span></a></li>`)}</ul>
${codeBlock('sh', request, 'Read an order')}
<h2 id="basics">The basics</h2>
${renderMarkdown(introduction, (link) => link).body}
${parts.map(
  ({ title, groups }) => html`<h2 id="${idOf(title)}">${title}</h2>
${groups.map(groupList)}`,
)}</article>`,
  };
}

const groupList = ({
  name,
  title,
  description,
  operations,
}: Group): Html => html`<section class="group"><h3 id="${name}">${title}</h3>
<p>${inline(description)}</p>
<ul>${operations.map(
  ({ operationId, summary, method, paths }) =>
    html`<li><a href="${operationId}">${summary}</a> <span class="path"><span class="method ${method.toLowerCase()}">${method}</span> <code>${paths[0]}</code></span></li>`,
)}</ul></section>`;
