import { type ErrorCode, statusOf } from '../../lib/errors.ts';
import { pathsOf } from '../../lib/router.ts';
import { routes } from '../../lib/routes.ts';
import { catalogueTable } from './catalogue.ts';
import { headers, parameters, schemas, securitySchemes } from './components.ts';
import { operationOf } from './operation.ts';
import { codesOf, sharedRefusals } from './responses.ts';
import type { Schema } from './schemas.ts';
import { inSections, sections } from './sections.ts';
import { webhooksOf } from './webhooks.ts';

/** The OpenAPI document of the route table and the webhooks. It is served beside the operations, whatever the base URL. */
export function openApiDocument() {
  const known: Record<string, Schema> = { ...schemas };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of inSections()) {
    pathsOf(route).forEach((path, i) => {
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, known, i > 0) };
    });
  }
  const webhooks = webhooksOf(known);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Store platform',
      version: '1.0.0',
      description: introduction,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '.', description: 'Where this document is served.' }],
    tags: [...sections.map(({ tag, description }) => ({ name: tag, description })), webhookTag],
    paths,
    webhooks,
    components: { schemas: sorted(known), responses: sharedRefusals(sharedCodes()), headers, parameters, securitySchemes },
  };
}

/** The codes that are alone with their status in some operation. */
function sharedCodes(): ErrorCode[] {
  return routes.flatMap((route) =>
    [...Map.groupBy(codesOf(route), (code) => statusOf[code]).values()].flatMap((codes) => (codes.length === 1 ? codes : [])),
  );
}

const sorted = (known: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1)));

const webhookTag = { name: 'Webhooks', description: 'The calls that the service makes to the URLs that a store has set.' };

const introduction = `Two interfaces of one service. Every path answers with and without a trailing slash.

A request is authenticated by the header \`X-API-KEY\`: a platform key (\`sp_live_…\`) opens the platform interface, a
management key (\`sm_live_…\`) the management interface of one tenant.

An \`Idempotency-Key\` makes it safe to repeat the requests that take one: they have one effect, for ever.

A list without parameters holds all that fits one answer. \`next_cursor\`, sent as \`cursor\`, continues it; only null ends it.

A path that is not known is answered with 404 \`not_found\`, a known one with another method with 405 \`method_not_allowed\`
and the header \`Allow\`, both in the shape of every failure.

<details><summary>All error codes, and what to do</summary>

${catalogueTable()}

</details>
`;
