import { type ErrorCode, statusOf } from '../../../lib/api/errors.ts';
import { scopesInWords } from '../../../lib/key/scopes.ts';
import { catalogue, describeError } from '../openapi/errorCatalogue.ts';
import { callOf } from '../openapi/examples.ts';
import type { Schema } from '../openapi/schemas.ts';
import { codeBlock } from './code.ts';
import { fieldList, fieldRow } from './fields.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';
import { inline, renderMarkdown } from './markdown.ts';
import { type Operation, parametersOf, resolved } from './operations.ts';
import { samplesOf } from './samples.ts';
import { tryIt } from './tryIt.ts';

/** The page of one operation or webhook. */
export function operationPage(operation: Operation): Page {
  const { operationId: name, summary, description = '' } = operation;
  const body = html`<article class="operation">
<div class="intro">
<h1>${summary}</h1>
<p class="paths">${pathsOf(operation)}</p>
<p>${inline(description)}</p>
${facts(operation)}
</div>
<div class="samples">${samples(operation)}</div>
<div class="details">
${parameters(operation, 'path', 'Path')}
${parameters(operation, 'query', 'Query')}
${bodySection(operation)}
${parameters(operation, 'header', 'Headers')}
${answerSection(operation)}
${errorSection(operation)}
${operation.route && tryIt(operation)}
</div>
</article>`;
  return { name, title: summary, description: description.split('. ')[0] as string, body };
}

const pathsOf = ({ method, paths }: Operation) =>
  paths.map(
    (path, i) => html`${i > 0 && html`<br>`}<span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>`,
  );

/** The key and the scope it needs, and how the operation treats retries and versions. */
function facts(operation: Operation): Html | undefined {
  const { route } = operation;
  if (!route) return undefined;
  const { caller, scope, idempotent, versioned, createdStatus, ifMatch, id } = route;
  const client = caller === 'platform' ? 'platform' : 'store';
  const rows: [string, Html][] = [
    ['Key', html`${caller} key${scope && html` with ${inline(scopesInWords(route))}`}`],
    ['Client', html`<a href="client"><code>${client}.${id}</code></a>`],
  ];
  if (idempotent)
    rows.push(['Retries', html`safe with an <a href="reliable-clients#idempotency-keys"><code>Idempotency-Key</code></a>`]);
  if (versioned) rows.push(['Version', html`in <code>ETag</code>`]);
  if (ifMatch) rows.push(['Condition', html`<a href="reliable-clients#versions"><code>If-Match</code></a>`]);
  if (createdStatus)
    rows.push(['Only create', html`with <a href="reliable-clients#versions"><code>If-None-Match: *</code></a>`]);
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function samples(operation: Operation): Html[] {
  if (!operation.route) return [webhookSamples(operation)];
  return samplesOf(operation).map(({ title, curl, client, response }, i, all) => {
    const blocks = html`<h3>curl</h3>${codeBlock('sh', curl, `${title}: curl`)}
<h3>Typed client</h3>${codeBlock('ts', client, `${title}: typed client`)}
<h3>Response</h3>${codeBlock('json', JSON.stringify(response, null, 2), `${title}: response`)}`;
    if (all.length === 1) return html`<h2 id="example">Example</h2>${blocks}`;
    const heading = i === 0 && html`<h2 id="example">Examples</h2>`;
    return html`${heading}<details${i === 0 && html` open`}><summary>${title}</summary>${blocks}</details>`;
  });
}

function webhookSamples(operation: Operation): Html {
  const { method, paths } = operation;
  if (method === 'GET') return html`<h2 id="example">Example</h2>${codeBlock('sh', `curl "$STORE_URL${paths[0]}"`, 'curl')}`;
  const { body, response } = callOf(operation);
  return html`<h2 id="example">Example</h2>
<h3>What you receive</h3>${codeBlock('json', JSON.stringify(body, null, 2), 'Body of the call')}
<h3>What you return</h3>${codeBlock('json', JSON.stringify(response, null, 2), 'Body of your response')}`;
}

function parameters(operation: Operation, place: string, title: string): Html | undefined {
  const rows = parametersOf(operation)
    .filter((parameter) => parameter.in === place)
    .map(({ name, description, schema, required }) =>
      fieldRow(`${place}-${name}`, name, { ...schema, description }, required === true),
    );
  return rows.length > 0 ? html`<h2 id="${place}">${title}</h2><dl class="fields">${rows}</dl>` : undefined;
}

function bodySection({ requestBody, route }: Operation): Html | undefined {
  if (!requestBody) return undefined;
  const { schema } = requestBody.content['application/json'];
  const note = route && !requestBody.required && html` <span class="type">optional</span>`;
  return html`<h2 id="body">Body${note}</h2>${fieldList('body', schema)}`;
}

function answerSection({ method, responses, route }: Operation): Html | undefined {
  const [status, success] = Object.entries(responses).find(([code]) => code < '300') ?? [];
  const schema = success?.content?.['application/json']?.schema;
  if (!schema) return undefined;
  const payload = route ? (resolved<Schema>(schema).properties?.payload as Schema) : schema;
  const where = route && html`<p>These are the fields of <code>payload</code>.</p>`;
  return html`<h2 id="response">${route || method === 'GET' ? `Response, ${status}` : 'Your response'}</h2>${where}${fieldList('response', payload)}`;
}

function errorSection({ codes, route }: Operation): Html | undefined {
  if (!route) return undefined;
  const others = html`<p>Every operation can also return <a href="errors">the usual errors</a>, such as <code>unauthorized</code>.</p>`;
  return html`<h2 id="errors">Errors</h2>${codes.map(errorEntry)}${others}`;
}

const errorEntry = (
  code: ErrorCode,
): Html => html`<details class="error"><summary><code>${code}</code> <span class="type">${statusOf[code]}, retry: ${catalogue[code].retry}</span></summary>
${renderMarkdown(describeError(code), (link) => link).body}<p><a href="errors#${code}">More about ${code}</a></p></details>`;
