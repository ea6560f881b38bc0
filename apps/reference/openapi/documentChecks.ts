import { openApiDocument } from './document.ts';
import { type Document, documentSchemas, escaped } from './documentSchemas.ts';

type Answer = { status: number; headers: Record<string, string>; text: string };
type Sent = { body?: string | undefined; query?: Record<string, string> | undefined };
type Header = { required?: boolean; schema: { pattern?: string; const?: string } };

/** Headers that may only appear in a response if the document lists them. */
const checkedHeaders = ['ETag', 'Link', 'Idempotent-Replayed', 'Retry-After', 'Allow'];

/** Checks requests, responses and webhook events against an OpenAPI document. Each check throws on a difference. */
export function documentChecksOf(document: Document) {
  const { at, faults, schemaFaults } = documentSchemas(document);
  const places = placesIn(document);

  function placeOf(operation: string): string {
    const place = places.get(operation);
    if (!place) throw new Error(`the API document has no operation ${operation}`);
    return place;
  }

  return {
    /** Checks the status, headers and body of a response. */
    answer(operation: string, { status, headers, text }: Answer): void {
      const place = `${placeOf(operation)}/responses/${status}`;
      const found = at(place) as { headers?: object } | undefined;
      if (!found) throw new Error(`${operation} answers ${status}, which the API document does not contain`);
      const names = Object.keys(found.headers ?? {}).map(
        (name) => [name, at(`/components/headers/${name}`) as Header] as const,
      );
      mustBeNone(`${operation} answers ${status}`, [...headerFaults(names, headers), ...faults(place, JSON.parse(text))]);
    },

    /** Checks a request that the service accepted. The document must not forbid it. */
    accepted(operation: string, { body = '', query = {} }: Sent): void {
      const place = `${placeOf(operation)}/requestBody`;
      const known = parametersOf(at(placeOf(operation)));
      const unknown = Object.keys(query).filter((name) => !known.includes(name));
      const { required } = (at(place) ?? {}) as { required?: boolean };
      const absent = required ? ['the body is absent'] : [];
      const inBody = at(place) && body !== '' ? faults(place, JSON.parse(body)) : absent;
      mustBeNone(`${operation} accepts a request`, [
        ...unknown.map((name) => `the query parameter ${name} is not documented`),
        ...inBody,
      ]);
    },

    /** Checks an error that belongs to no operation, such as that of an unknown path. */
    failure(text: string): void {
      mustBeNone('an error is returned', schemaFaults('/components/schemas/Failure', JSON.parse(text)));
    },

    /** Checks the body that a receiver gets. */
    event(event: { type: string }): void {
      const place = `/webhooks/${event.type}/post/requestBody`;
      if (!at(place)) throw new Error(`the API document has no webhook ${event.type}`);
      mustBeNone(`${event.type} is called`, faults(place, event));
    },
  };
}

function mustBeNone(what: string, faults: string[]): void {
  if (faults.length > 0) throw new Error(`${what}, which differs from the API document: ${faults.join('; ')}`);
}

const parametersOf = (operation: unknown) =>
  (operation as { parameters: { name?: string }[] }).parameters.map(({ name }) => name);

/** The place of each operation in the document. */
function placesIn({ paths }: Document): Map<string, string> {
  const methods = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<{ operationId: string }>(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return new Map(methods.map(({ path, method, operation }) => [operation.operationId, `/paths/${escaped(path)}/${method}`]));
}

function headerFaults(documented: (readonly [string, Header])[], headers: Record<string, string>): string[] {
  const names = documented.map(([name]) => name);
  const extra = checkedHeaders.filter((name) => name.toLowerCase() in headers && !names.includes(name));
  const wrong = documented.flatMap(([name, { required, schema }]) => {
    const value = headers[name.toLowerCase()];
    if (value === undefined) return required ? [`${name} is missing`] : [];
    const fits = (schema.const ?? value) === value && new RegExp(schema.pattern ?? '').test(value);
    return fits ? [] : [`${name} is ${value}`];
  });
  return [...extra.map((name) => `${name} is not documented`), ...wrong];
}

let own: ReturnType<typeof documentChecksOf> | undefined;

/** The checks against our own document, which is built once per process. */
export function documentChecks(): ReturnType<typeof documentChecksOf> {
  own ??= documentChecksOf(openApiDocument());
  return own;
}
