import { catalogue, codes, describeError } from '../../apps/reference/openapi/errorCatalogue.ts';
import { codesOf, exampleOf } from '../../apps/reference/openapi/responses.ts';
import { inSections } from '../../apps/reference/openapi/sections.ts';
import { type ErrorCode, statusOf } from '../../lib/api/errors.ts';
import { idsOf } from './operationTables.ts';

const operations = inSections();

/** The error catalogue as a Markdown page. */
export const errorsPage = () => `# Errors

<!-- \`npm run write\` generates this page. -->

This page explains every error code. \`/openapi.json\` contains the same information.

Every error has this shape. Each \`code\` has a fixed HTTP status:

\`\`\`json
${JSON.stringify(exampleOf('not_found'), null, 2)}
\`\`\`

- \`description\` is for people, \`code\` is for programs. Descriptions may change; codes do not.
- \`request_id\` is also in the header \`X-Request-Id\`. Include it when you report a problem.
- If the response has \`Retry-After\`, wait that many seconds before you retry.
- [Reliable clients](reliable-clients.md) explains how to repeat a request safely.

| code | status | retry? |
| --- | --- | --- |
${codes.map((code) => `| [\`${code}\`](#${code}) | ${statusOf[code]} | ${catalogue[code].retry} |`).join('\n')}

- **no**: the same request will fail again.
- **yes**: the same request may succeed later.
- **after a change**: first change the request, or what it depends on, as described for the code.

${codes.map(section).join('\n\n')}
`;

const section = (code: ErrorCode) => `## ${code}\n\n${describeError(code)}\n\n${usersOf(code)}`;

function usersOf(code: ErrorCode): string {
  const users = operations.filter((route) => codesOf(route).includes(code));
  if (users.length === 0) return 'Returned when no operation matches the request.';
  if (users.length === operations.length) return 'Returned by every operation.';
  return `Returned by: ${idsOf(users)}.`;
}
