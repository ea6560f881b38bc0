import { openApiDocument } from '../../infra/openapi/document.ts';
import { type Document, documentSchemas, escaped } from './documentSchemas.ts';

type Answer = { status: number; headers: Record<string, string>; text: string };
type Sent = { body?: string | undefined; query?: Record<string, string> | undefined };
type Header = { required?: boolean; schema: { pattern?: string; const?: string } };

/** What an answer says of itself by a header must stand in the document. */
const telling = ['ETag', 'Link', 'Idempotent-Replayed', 'Retry-After', 'Allow'];

/** Checks what is sent and answered against an OpenAPI document; throws, telling what is otherwise there. */
export function documentedBy(document: Document) {
  const { at, faults } = documentSchemas(document);
  const places = placesIn(document);

  function placeOf(operation: string): string {
    const place = places.get(operation);
    if (!place) throw new Error(`no operation of the document is called ${operation}`);
    return place;
  }

  return {
    /** Status, headers and body of an answer. */
    answer(operation: string, { status, headers, text }: Answer): void {
      const place = `${placeOf(operation)}/responses/${status}`;
      const documented = at(place) as { headers?: object } | undefined;
      if (!documented) throw new Error(`${operation} answers ${status}, of which the API document knows nothing`);
      const names = Object.keys(documented.headers ?? {}).map(
        (name) => [name, at(`/components/headers/${name}`) as Header] as const,
      );
      mustBeNone(`${operation} answers ${status}`, [...headerFaults(names, headers), ...faults(place, JSON.parse(text))]);
    },

    /** A request that was accepted: a document that forbids it is too narrow. */
    accepted(operation: string, { body = '', query = {} }: Sent): void {
      const place = `${placeOf(operation)}/requestBody`;
      const known = parametersOf(at(placeOf(operation)));
      const unknown = Object.keys(query).filter((name) => !known.includes(name));
      const { required } = (at(place) ?? {}) as { required?: boolean };
      const absent = required ? ['the body is absent'] : [];
      const inBody = at(place) && body !== '' ? faults(place, JSON.parse(body)) : absent;
      mustBeNone(`${operation} accepts a request`, [...unknown.map((name) => `${name} is in the query`), ...inBody]);
    },

    /** What a webhook is sent. */
    event(event: { type: string }): void {
      const place = `/webhooks/${event.type}/post/requestBody`;
      if (!at(place)) throw new Error(`the API document knows no webhook ${event.type}`);
      mustBeNone(`${event.type} is called`, faults(place, event));
    },
  };
}

function mustBeNone(what: string, faults: string[]): void {
  if (faults.length > 0) throw new Error(`${what} otherwise than documented: ${faults.join('; ')}`);
}

const parametersOf = (operation: unknown) =>
  (operation as { parameters: { name?: string }[] }).parameters.map(({ name }) => name);

/** Where each operation stands. */
function placesIn({ paths }: Document): Map<string, string> {
  const methods = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<{ operationId: string }>(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return new Map(methods.map(({ path, method, operation }) => [operation.operationId, `/paths/${escaped(path)}/${method}`]));
}

function headerFaults(documented: (readonly [string, Header])[], headers: Record<string, string>): string[] {
  const names = documented.map(([name]) => name);
  const extra = telling.filter((name) => name.toLowerCase() in headers && !names.includes(name));
  const wrong = documented.flatMap(([name, { required, schema }]) => {
    const value = headers[name.toLowerCase()];
    if (value === undefined) return required ? [`${name} is missing`] : [];
    const fits = (schema.const ?? value) === value && new RegExp(schema.pattern ?? '').test(value);
    return fits ? [] : [`${name} is ${value}`];
  });
  return [...extra.map((name) => `${name} is there`), ...wrong];
}

let own: ReturnType<typeof documentedBy> | undefined;

/** The same by our own document, which is made once a process. */
export function documented(): ReturnType<typeof documentedBy> {
  own ??= documentedBy(openApiDocument());
  return own;
}
