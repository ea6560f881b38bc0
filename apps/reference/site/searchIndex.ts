import { type ErrorCode, statusOf } from '../../../lib/api/errors.ts';
import { introduction } from '../openapi/document.ts';
import { catalogue, codes } from '../openapi/errorCatalogue.ts';
import type { Schema } from '../openapi/schemas.ts';
import type { Entry } from './browser/ranking.ts';
import { innerOf, simplified } from './fields.ts';
import { guides } from './guides.ts';
import { siteTitle } from './layout.ts';
import { idOf, plain } from './markdown.ts';
import { groups, type Operation, operations, resolved } from './operations.ts';
import { wordsFor } from './searchWords.ts';

/** Everything that the search finds. */
export const searchIndex = (): Entry[] => [
  sectionEntry('../docs#basics', 'The basics', siteTitle, introduction),
  ...groups.flatMap(({ title, operations }) => operations.map((one) => operationEntry(one, title))),
  ...codes.map(errorEntry),
  ...guides.flatMap(({ name, title, text }) =>
    name === 'errors' ? [guideEntry(name, title)] : sectionEntries(name, title, text),
  ),
  ...fieldEntries(),
];

const operationEntry = ({ operationId, summary, description = '', method, paths }: Operation, group: string): Entry => ({
  kind: 'operation',
  title: summary,
  url: operationId,
  hint: `${method} ${paths[0]}`,
  words: [operationId, group, ...paths, wordsFor[operationId] ?? ''].join(' '),
  text: plain(description),
});

const errorEntry = (code: ErrorCode): Entry => ({
  kind: 'error',
  title: code,
  url: `errors#${code}`,
  hint: `Error ${statusOf[code]}`,
  words: `${statusOf[code]} ${code.replaceAll('_', ' ')} ${wordsFor[code] ?? ''}`,
  text: `${catalogue[code].meaning} ${catalogue[code].fix}`.replaceAll('`', ''),
});

const guideEntry = (name: string, title: string, text = ''): Entry => ({
  kind: 'guide',
  title,
  url: name,
  hint: 'Guide',
  words: `${name} ${wordsFor[name] ?? ''}`,
  text,
});

/** A guide, and each of its sections. */
function sectionEntries(name: string, title: string, text: string): Entry[] {
  const [start = '', ...sections] = text.split(/^##+ /m);
  const found = sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    return sectionEntry(`${name}#${idOf(plain(heading))}`, plain(heading), title, lines.join(' '));
  });
  return [guideEntry(name, title, searchable(start)), ...found];
}

const sectionEntry = (url: string, title: string, hint: string, text: string): Entry => ({
  kind: 'section',
  title,
  url,
  hint,
  words: wordsFor[url] ?? '',
  text: searchable(text),
});

/** Markdown as words, each once. */
const searchable = (markdown: string) =>
  [
    ...new Set(
      plain(markdown)
        .toLowerCase()
        .match(/[\w@.-]{2,}/g) ?? [],
    ),
  ].join(' ');

/** The fields of each body, then each field of an object once, on the page of the first operation that returns it, then webhooks. */
function fieldEntries(): Entry[] {
  const [routed, webhooks] = [operations.filter(({ route }) => route), operations.filter(({ route }) => !route)];
  const bodies = ({ operationId, summary, requestBody }: Operation) => {
    const body = requestBody?.content['application/json'].schema;
    return body ? fieldsIn(body, `${operationId}#body`, summary) : [];
  };
  const answers = ({ operationId, responses }: Operation) => {
    const success = Object.entries(responses).find(([status]) => status < '300')?.[1]?.content?.['application/json'].schema;
    const payload = success && resolved<Schema>(success).properties?.payload;
    return payload ? fieldsIn(payload, `${operationId}#response`, 'payload') : [];
  };
  const seen = new Set<string>();
  const isNew = ({ title, hint }: Entry) => !seen.has(`${title} ${hint}`) && seen.add(`${title} ${hint}`);
  return [...routed.flatMap(bodies), ...routed.flatMap(answers), ...webhooks.flatMap(bodies)].filter(isNew);
}

function fieldsIn(schema: Schema, url: string, owner: string): Entry[] {
  return Object.entries(simplified(schema).properties ?? {}).flatMap(([name, field]) => {
    const inner = innerOf(field);
    const own = { kind: 'field', title: name, url: `${url}-${name}`, hint: `Field of ${owner}`, words: '' } as const;
    const text = plain(simplified(field).description ?? '');
    return [{ ...own, text: text.slice(0, 120) }, ...fieldsIn(inner, `${url}-${name}`, nameOf(field) ?? name)];
  });
}

/** The name of the component that a field refers to. */
function nameOf(schema: Schema): string | undefined {
  const refs = [schema, schema.items, ...(schema.anyOf ?? [])].map((one) => one?.$ref?.split('/').at(-1));
  return refs.find(Boolean);
}
