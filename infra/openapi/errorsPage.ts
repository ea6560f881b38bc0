import { type ErrorCode, statusOf } from '../../lib/errors.ts';
import type { Route } from '../../lib/route.ts';
import { catalogue, type Entry } from './catalogue.ts';
import { codesOf, exampleOf } from './responses.ts';
import { inSections } from './sections.ts';

const operations = inSections();
const keyed = operations.filter(({ idempotent }) => idempotent);

const named = (rows: Route[]) => rows.map(({ id }) => `\`${id}\``).join(', ');

const codes = Object.keys(statusOf) as ErrorCode[];

/** The catalogue of errors as a page of Markdown. */
export const errorsPage = () => `# Errors

Written by \`npm run write\` from the record of codes. [\`/openapi.json\`](../README.md#run-it) and \`/docs\` hold the same.

Whatever goes wrong is answered in one shape, with the status of its \`code\`:

\`\`\`json
${JSON.stringify(exampleOf('not_found'), null, 2)}
\`\`\`

- \`description\` is for a person, \`code\` for a program. Descriptions may change, codes do not.
- \`request_id\` is also in the header \`X-Request-Id\`. Name it when you ask about a request.
- With \`Retry-After\`, wait so many seconds first.
- An \`Idempotency-Key\` makes a request have one effect, however often it is sent, where it takes one: ${named(keyed)}.
  Elsewhere the header does nothing.

| code | status | send it again? |
| --- | --- | --- |
${codes.map((code) => `| [\`${code}\`](#${code}) | ${statusOf[code]} | ${again[catalogue[code].retry]} |`).join('\n')}

${codes.map(section).join('\n\n')}
`;

const again: Record<Entry['retry'], string> = { no: 'no', yes: 'yes, later', 'after a change': 'after a change' };

function section(code: ErrorCode): string {
  const { meaning, mend, details } = catalogue[code];
  const more = details ? `\n\nIt says besides:\n\n\`\`\`json\n${JSON.stringify(details, null, 2)}\n\`\`\`` : '';
  return `## ${code}

**${statusOf[code]}.** ${meaning}

**What to do:** ${mend}

**Send it again?** ${sentences[catalogue[code].retry]}${more}

${whereOf(code)}`;
}

const sentences: Record<Entry['retry'], string> = {
  no: 'No, the answer stays the same.',
  yes: 'Yes, the same request may go through later.',
  'after a change': 'As it is, it is refused again; changed as told, it may go through.',
};

function whereOf(code: ErrorCode): string {
  const answering = operations.filter((route) => codesOf(route).includes(code));
  if (answering.length === 0) return 'Answered where no operation is.';
  if (answering.length === operations.length) return 'Answered by every operation.';
  return `Answered by: ${named(answering)}.`;
}
