import type { ErrorCode } from '../../../lib/api/errors.ts';
import type { Route } from '../../../lib/api/route.ts';
import { sections } from '../../../lib/api/sections.ts';
import { operations as endpoints } from '../../client/operations.ts';
import { openApiDocument, webhookDocument, webhookTag } from '../openapi/document.ts';
import type { Named } from '../openapi/examples.ts';
import { healthTag } from '../openapi/health.ts';
import { codesOf } from '../openapi/responses.ts';
import type { Schema } from '../openapi/schemas.ts';
import { inSections } from '../openapi/sections.ts';

type Content = { content: { 'application/json': { schema: Schema; example?: unknown; examples?: Named } } };
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: Schema;
  examples?: Named;
};
type Documented = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Partial<Content> & { description?: string }>;
};
type Endpoint = { item?: string; list?: string };
/** One page of the reference. Webhooks and the health check have no route. */
export type Operation = Documented & {
  method: string;
  paths: string[];
  route?: Route;
  endpoint?: Endpoint;
  codes: ErrorCode[];
};
export type Group = { name: string; title: string; description: string; operations: Operation[] };
/** Groups under one heading of the sidebar. */
export type Part = { title: string; groups: Group[] };

export const document = openApiDocument();
export const webhooksDocument = webhookDocument();
const paths = document.paths as unknown as Record<string, Record<string, Documented>>;

const documented = (route: Route): Operation => ({
  ...(paths[route.path]?.[route.method.toLowerCase()] as Documented),
  description: route.description,
  method: route.method,
  paths: route.alias ? [route.path, route.alias] : [route.path],
  route,
  endpoint: (endpoints[route.caller] as Record<string, Endpoint>)[route.id] as Endpoint,
  codes: codesOf(route).filter((code) => !everywhere.has(code)),
});

/** Explained once, on the errors page. */
const everywhere = new Set<ErrorCode>([
  ...codesOf({ caller: 'management', scope: undefined, errors: [] }),
  'not_found',
  'insufficient_scope',
]);

const routed = inSections();

const groupsOf = (interfaceName: string): Group[] =>
  Object.entries(sections)
    .filter(([name]) => name.startsWith(interfaceName))
    .map(([name, description]) => {
      const title = name.replace(/^.*: /, '').replace(/^./, (letter) => letter.toUpperCase());
      const operations = routed.filter(({ place }) => place[0] === name).map(documented);
      return { name: name.toLowerCase().replace(/\W+/g, '-'), title, description, operations };
    });

const unrouted = (operation: Documented, method: string, path: string): Operation => ({
  ...operation,
  method,
  paths: [path],
  codes: [],
});

const webhooks = Object.entries(webhooksDocument.webhooks as unknown as Record<string, { post: Documented }>);
const webhookGroup: Group = {
  name: 'webhooks-received',
  title: webhookTag.name,
  description: webhookTag.description,
  operations: webhooks.map(([name, { post }]) => unrouted(post, 'POST', `your URL for ${name}`)),
};
const healthGroup: Group = {
  name: 'health-check',
  title: healthTag.name,
  description: healthTag.description,
  operations: [unrouted(paths['/health']?.get as Documented, 'GET', '/health')],
};

export const parts: Part[] = [
  { title: 'Management interface', groups: groupsOf('Management') },
  { title: 'Platform interface', groups: groupsOf('Platform') },
  { title: 'More', groups: [webhookGroup, healthGroup] },
];

export const groups = parts.flatMap((part) => part.groups);
export const operations = groups.flatMap((group) => group.operations);

/** Follows a reference into the components of the document. */
export function resolved<T extends object>(value: T | { $ref: string }): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const { $ref, ...more } = value;
  const [kind = '', name = ''] = $ref.split('/').slice(2);
  const [found] = [document, webhooksDocument].flatMap(
    ({ components }) => (components as unknown as Record<string, Record<string, T>>)[kind]?.[name] ?? [],
  );
  return resolved({ ...(found as T), ...more });
}

export const parametersOf = ({ parameters = [] }: Operation): Parameter[] => parameters.map((one) => resolved<Parameter>(one));
