import { readFileSync } from 'node:fs';
import type { Route } from '../../lib/route.ts';
import { pathsOf } from '../../lib/router.ts';
import { inSections } from '../openapi/sections.ts';
import { keepWritten } from './written.ts';

/** `npm run write`: the table of operations in the README, in the order of their sections. */
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
keepWritten(
  'README.md',
  readme.replace(/(<!-- operations -->\n)[\s\S]*(<!-- end -->)/, (_, open, close) => `${open}\n${table()}\n${close}`),
);

function table(): string {
  const rows = inSections().map(
    (route) => `| ${route.method} | ${paths(route)} | [${route.summary}](functions/${route.caller}/${route.id}.ts) |`,
  );
  return `${['| method | path | operation |', '| --- | --- | --- |', ...rows].join('\n')}\n`;
}

function paths(route: Route) {
  return pathsOf(route)
    .map((path) => `\`${path}\``)
    .join('<br>');
}
