import { answerOf } from '../../lib/answers.ts';
import type { Route } from '../../lib/route.ts';
import { routes } from '../../lib/routes.ts';
import { keepWritten } from './written.ts';

keepWritten(
  'lib/client/operations.ts',
  `/** Written by \`npm run write\` from the route table, so that the client needs no schema at run time. */
export const operations = {
  platform: {
${rowsOf('platform')}
  },
  management: {
${rowsOf('management')}
  },
} as const;
`,
);

function rowsOf(caller: Route['caller']): string {
  const rows = routes.filter((row) => row.caller === caller);
  return rows.map((row) => `    ${row.id}: ${literal(entryOf(row))},`).join('\n');
}

function entryOf({ id, method, path, idempotent }: Route) {
  const [first, ...others] = Object.keys(answerOf(id).shape);
  const list = others.includes('next_cursor') && { list: first };
  return { method, path, ...list, ...(first && others.length === 0 && { item: first }), ...(idempotent && { idempotent }) };
}

function literal(entry: object) {
  const fields = Object.entries(entry).map(([name, value]) => `${name}: ${value === true ? 'true' : `'${value}'`}`);
  return `{ ${fields.join(', ')} }`;
}
