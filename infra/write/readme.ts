import type { Route } from '../../lib/route.ts';
import { pathsOf } from '../../lib/router.ts';
import { inSections } from '../openapi/sections.ts';

/** The README with an up-to-date table of operations. */
export const readme = (text: string) =>
  text.replace(/(<!-- operations -->\n)[\s\S]*(<!-- end -->)/, (_, open, close) => `${open}\n${table()}\n${close}`);

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
