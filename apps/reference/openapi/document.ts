import { statusOf } from '../../../lib/api/errors.ts';
import { sections } from '../../../lib/api/sections.ts';
import { routes } from '../../../lib/routes.ts';
import { headers, parameters, schemas, securitySchemes } from './components.ts';
import { catalogue, codes } from './errorCatalogue.ts';
import { committedExamples } from './examples.ts';
import { healthPath, healthSchemas, healthTag } from './health.ts';
import { operationOf } from './operation.ts';
import { nameEnumValues, nameParts } from './partNames.ts';
import { sharedErrors } from './responses.ts';
import { type Components, nameOf } from './schemas.ts';
import { inSections } from './sections.ts';
import { webhooksOf } from './webhooks.ts';

/** The OpenAPI document of all operations. The service replaces the server's URL by the base URL of the request. */
export function openApiDocument(examples = committedExamples()) {
  const components: Components = { ...structuredClone(schemas), ...healthSchemas };
  const parts = { components, examples };
  const paths: Operations = {};
  for (const route of inSections()) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, parts) };
  }
  nameParts(components, parametersIn(paths));
  nameEnumValues(components);
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      title: 'Store platform',
      description: `${summary} \`x-errors\` lists all error codes, and what to do about each.`,
    },
    servers: [{ url: '.', description: 'The server that served this document.' }],
    tags: [...Object.entries(sections).map(([name, description]) => ({ name, description })), healthTag],
    paths: { ...paths, '/health': healthPath } as Record<string, Record<string, object>>,
    'x-errors': Object.fromEntries(codes.map((code) => [code, { status: statusOf[code], ...catalogue[code] }])),
    components: { schemas: sorted(components), responses: sharedErrors(routes), headers, parameters, securitySchemes },
  };
}

/** The OpenAPI document of the calls that the service makes to the webhooks of a store. */
export function webhookDocument(examples = committedExamples()) {
  const components: Components = {};
  const webhooks = webhooksOf({ components, examples });
  nameParts(components, {});
  return {
    openapi: '3.1.0',
    info: { ...info, title: 'Store platform: webhooks', description: webhookTag.description },
    tags: [webhookTag],
    webhooks,
    components: { schemas: sorted(components) },
  };
}

const info = { version: '1.0.0', license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' } };

const summary =
  'Orders, payments, refunds, shipments, stock and webhooks of online stores. Send your key in the header `X-API-KEY`. The [guides](docs) explain the rest, such as [how to generate a client](docs/generate) and [safe retries](docs/reliable-clients). [`webhooks.json`](webhooks.json) describes the webhooks.';

type Operations = Record<string, Record<string, ReturnType<typeof operationOf>>>;

/** The parameters of each operation, as the fields of a schema. */
function parametersIn(paths: Operations): Components {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return Object.fromEntries(
    operations.map(({ operationId, parameters }) => {
      const own = parameters.flatMap((one) => ('schema' in one ? [[one.name, one.schema]] : []));
      return [nameOf(operationId), { properties: Object.fromEntries(own) }];
    }),
  );
}

const sorted = (components: Components) => Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));

export const webhookTag = { name: 'Webhooks', description: 'The calls that the service makes to the URLs of a store.' };

/** What all operations have in common. */
export const introduction = `The service has two interfaces. Every path works with and without a trailing slash.

Send your key in the header \`X-API-KEY\`. A platform key (\`sp_live_…\`) gives access to the platform interface. A management key
(\`sm_live_…\`) gives access to the management interface of one tenant, within its scopes. A scope is an area and \`read\` or
\`write\`, such as \`orders:read\`. \`write\` includes \`read\`. The areas are \`orders\` (including shipments, payments, reports, shipping
rates and reading the availability), \`products\` (including stock) and \`settings\` (everything else). \`orders:write\` also
includes two narrower scopes: \`orders:place\` only places orders, calculates shipping rates and reads the availability;
\`orders:ship\` only reads orders, reports and the availability, and updates, splits and returns shipments.

Some requests accept an \`Idempotency-Key\`. It makes them safe to retry: they take effect only once, however often they are sent.

A list returns as much as fits into one response. To get the next page, send \`next_cursor\` as \`cursor\`. Continue until
\`next_cursor\` is null.

Each store has a quota of management requests, set by its plan. Responses to requests with a valid management key
report it in \`RateLimit-Policy\` and \`RateLimit\`, such as \`"tenant";q=500;w=10\` and \`"tenant";r=497;t=8\`: 497 of the 500
requests per 10 seconds are left, and the quota resets in 8 seconds.

An unknown path gets 404 \`not_found\`. A known path with an unsupported method gets 405 \`method_not_allowed\` and the header
\`Allow\`.
`;
