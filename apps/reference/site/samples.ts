import { urlOf } from '../../../lib/api/route.ts';
import { walkName } from '../../client/request.ts';
import { examplesOf } from '../openapi/examples.ts';
import type { Operation } from './operations.ts';

export type Sample = { title: string; curl: string; client: string; response: unknown };
type Fields = Record<string, unknown>;

/** Each recorded example as a curl command, a call of the typed client, and the response. */
export function samplesOf(operation: Operation): Sample[] {
  if (!operation.route) return [];
  return examplesOf(operation).map(({ title, params, body, response }) => ({
    title,
    curl: curlOf(operation, params, body as Fields),
    client: clientCall(operation, { ...params, ...body }),
    response,
  }));
}

function curlOf({ method, paths, route }: Operation, params: Record<string, string>, body: Fields | undefined): string {
  const path = urlOf(paths[0] as string, { params });
  const key = route?.caller === 'platform' ? 'PLATFORM_API_KEY' : 'STORE_API_KEY';
  const isUsual = method === (body ? 'POST' : 'GET');
  const lines = [`curl ${isUsual ? '' : `-X ${method} `}"$STORE_URL${path}"`, `-H "X-API-KEY: $${key}"`];
  if (body) lines.push("-H 'Content-Type: application/json'", `-d '${jsonOf(body).replaceAll("'", "'\\''")}'`);
  return lines.join(' \\\n  ');
}

/** On one line if it fits. */
function jsonOf(value: unknown): string {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  return line.length <= 60 ? line : JSON.stringify(value, null, 2);
}

function clientCall({ route, endpoint, operationId }: Operation, fields: Fields): string {
  const client = route?.caller === 'platform' ? 'platform' : 'store';
  const given = Object.keys(fields).length === 0 ? '' : literal(fields);
  const { list, item } = endpoint ?? {};
  if (!list) return `const ${item ? singular(item) : 'result'} = await ${client}.${operationId}(${given});`;
  return `for await (const ${singular(list)} of ${client}.${walkName(operationId)}(${given})) {\n  console.log(${singular(list)});\n}`;
}

const singular = (name: string) =>
  /^(rates|opening_hours)$/.test(name) ? name : name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

/** A value as TypeScript, on one line if it fits. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return value.includes("'") ? JSON.stringify(value) : `'${value.replaceAll('\\', '\\\\')}'`;
  if (typeof value !== 'object' || value === null) return `${value}`;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(([name, one]) => `${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}: ${literal(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const line = items.length === 0 ? `${open}${close}`.replaceAll(' ', '') : `${open}${items.join(', ')}${close}`;
  if (line.length + indent.length <= 60 && !line.includes('\n')) return line;
  return `${open.trim()}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close.trim()}`;
}
