import { readFileSync, writeFileSync } from 'node:fs';
import type { Route } from '../lib/route.ts';
import { pathsOf } from '../lib/router.ts';
import { routes } from '../lib/routes.ts';

/** `npm run readme`: puts the table of operations into the README; `--check` fails where it is not as the route table has it. */
const file = new URL('../README.md', import.meta.url);
const readme = readFileSync(file, 'utf8');
const written = readme.replace(
  /(<!-- operations -->\n)[\s\S]*(<!-- end -->)/,
  (_, open, close) => `${open}\n${table()}\n${close}`,
);

if (written === readme) process.exit(0);
if (process.argv.includes('--check')) {
  process.stderr.write('The table of operations in README.md is not up to date: npm run readme\n');
  process.exit(1);
}
writeFileSync(file, written);

function table(): string {
  const rows = routes.map(
    (route) => `| ${route.method} | ${paths(route)} | [${route.summary}](functions/${route.caller}/${route.id}.ts) |`,
  );
  return `${['| method | path | operation |', '| --- | --- | --- |', ...rows].join('\n')}\n`;
}

function paths(route: Route) {
  return pathsOf(route)
    .map((path) => `\`${path}\``)
    .join('<br>');
}
