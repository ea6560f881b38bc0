import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../lib/openapi/document.ts';

type Given = { status: number; headers: Record<string, string>; text: string };
type Header = { required?: boolean; schema: { pattern?: string; const?: string } };
type Documented = { headers: Record<string, Header>; check: ValidateFunction };

/** What an answer says of itself by a header must stand in the document. */
const telling = ['ETag', 'Link', 'Idempotent-Replayed', 'Retry-After', 'Allow'];

/** Checks answers against an OpenAPI document: status, headers and body must be as it says for the operation. */
export function documentedBy(document: Record<string, unknown>) {
  // A format that was misspelt, or a keyword that nobody knows, would let everything pass.
  const ajv = new Ajv2020({
    validateSchema: false,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    allErrors: true,
  });
  formats.default(ajv);
  for (const word of Object.keys(document)) ajv.addKeyword(word);
  ajv.addSchema(document, 'document');
  const places = placesIn(document);
  const known = new Map<string, Documented | undefined>();

  function find(operation: string, status: number): Documented | undefined {
    const place = places.get(operation);
    if (!place) throw new Error(`no operation of the document is called ${operation}`);
    const answer = at(document, `${place}/responses/${status}`);
    if (!answer) return undefined;
    const own = answer.$ref ? answer.$ref.slice(1) : `${place}/responses/${status}`;
    const check = ajv.compile({ $ref: `document#${own}/content/application~1json/schema` });
    const { headers = {} } = at(document, own) as { headers?: object };
    return { check, headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, resolved(header)])) };
  }

  const resolved = (header: { $ref?: string }) =>
    (header.$ref ? at(document, header.$ref.slice(1)) : header) as unknown as Header;

  return function mustBeDocumented(operation: string, { status, headers, text }: Given): void {
    const key = `${operation} ${status}`;
    if (!known.has(key)) known.set(key, find(operation, status));
    const documented = known.get(key);
    if (!documented) throw new Error(`${operation} answers ${status}, of which the API document knows nothing`);
    const faults = headerFaults(documented.headers, headers);
    if (!documented.check(JSON.parse(text)))
      faults.push(ajv.errorsText(documented.check.errors, { dataVar: 'body', separator: '; ' }));
    if (faults.length > 0) throw new Error(`${operation} answers ${status} otherwise than documented: ${faults.join('; ')}`);
  };
}

/** Where each operation stands, as a JSON pointer. */
function placesIn({ paths }: { paths?: unknown }): Map<string, string> {
  const operations = Object.entries(paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, `/paths/${escaped(path)}/${method}`] as const),
  );
  return new Map(operations);
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

function at(document: unknown, pointer: string): { $ref?: string } | undefined {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], document) as object;
}

function headerFaults(documented: Record<string, Header>, headers: Record<string, string>): string[] {
  const extra = telling.filter((name) => name.toLowerCase() in headers && !documented[name]);
  const wrong = Object.entries(documented).flatMap(([name, { required, schema }]) => {
    const value = headers[name.toLowerCase()];
    if (value === undefined) return required ? [`${name} is missing`] : [];
    const fits = (schema.const ?? value) === value && new RegExp(schema.pattern ?? '').test(value);
    return fits ? [] : [`${name} is ${value}`];
  });
  return [...extra.map((name) => `${name} is there`), ...wrong];
}

let check: ReturnType<typeof documentedBy> | undefined;

/** The same by our own document, which is made once a process. */
export function mustBeDocumented(operation: string, given: Given): void {
  check ??= documentedBy(openApiDocument());
  check(operation, given);
}
