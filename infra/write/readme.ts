import { inSections } from '../../apps/reference/openapi/sections.ts';
import type { Route } from '../../lib/api/route.ts';
import { pathsOf } from '../../lib/api/router.ts';

/** The README with an up-to-date table of operations. */
export const readme = (text: string) =>
  text.replace(/(<!-- operations -->\n)[\s\S]*(<!-- end -->)/, (_, open, close) => `${open}\n${table()}\n${close}`);

function table(): string {
  const byPath = Map.groupBy(inSections(), paths);
  const rows = [...byPath].map(([path, routes]) => `| ${path} | ${routes.map(operation).join('<br>')} |`);
  return `${['| path | operations |', '| --- | --- |', ...rows].join('\n')}\n`;
}

const operation = ({ method, summary, caller, id }: Route) => `${method} [${summary}](functions/${caller}/${id}.ts)`;

const paths = (route: Route) =>
  pathsOf(route)
    .map((path) => `\`${path}\``)
    .join('<br>');
