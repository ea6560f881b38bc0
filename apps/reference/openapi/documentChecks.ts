import { openApiDocument, webhookDocument } from './document.ts';
import { type Document, documentSchemas, escaped } from './documentSchemas.ts';

export type Answer = { status: number; headers: Record<string, string>; text: string };
type Sent = { body?: string | undefined; query?: Record<string, string> | undefined };
type Documented = { headers?: object; content?: { 'application/json': { examples?: object } } };

/** Headers that may only appear in a response if the document lists them. */
const checkedHeaders = ['ETag', 'Link', 'Idempotent-Replayed', 'Retry-After', 'Allow'];

/** Times in responses are in UTC and have milliseconds. */
const responseTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function makeChecks(document: Document, webhooks: Document) {
  const sent = documentSchemas(document);
  const received = documentSchemas(closed(document), responseTime);
  const events = documentSchemas(closed(webhooks), responseTime);
  const { at, schemaFaults } = received;
  const places = placesIn(document);

  function placeOf(operation: string): string {
    const place = places.get(operation);
    if (!place) throw new Error(`the API document has no operation ${operation}`);
    return place;
  }

  function headerFaults(documented: string[], headers: Record<string, string>): string[] {
    const extra = checkedHeaders.filter((name) => name.toLowerCase() in headers && !documented.includes(name));
    const wrong = documented.flatMap((name) => {
      const place = `/components/headers/${name}`;
      const value = headers[name.toLowerCase()];
      if (value === undefined) return (at(place) as { required?: true }).required ? [`${name} is missing`] : [];
      return schemaFaults(`${place}/schema`, value).length > 0 ? [`${name} is ${value}`] : [];
    });
    return [...extra.map((name) => `${name} is not documented`), ...wrong];
  }

  return {
    /** Checks the status, headers and body of a response. */
    answer(operation: string, { status, headers, text }: Answer): void {
      const place = `${placeOf(operation)}/responses/${status}`;
      const found = at(place) as Documented | undefined;
      if (!found) throw new Error(`${operation} answers ${status}, which the API document does not contain`);
      mustBeNone(`${operation} answers ${status}`, [
        ...headerFaults(Object.keys(found.headers ?? {}), headers),
        ...received.faults(place, JSON.parse(text)),
        ...codeFaults(found, text),
      ]);
    },

    /** Checks a request that the service accepted. The document must not forbid it. */
    accepted(operation: string, { body = '', query = {} }: Sent): void {
      const place = `${placeOf(operation)}/requestBody`;
      const known = parametersOf(at(placeOf(operation)));
      const unknown = Object.keys(query).filter((name) => !known.includes(name));
      const { required } = (at(place) ?? {}) as { required?: boolean };
      const absent = required ? ['the body is absent'] : [];
      const faultsIn = (text: string) => {
        const asSent = sent.faults(place, JSON.parse(text));
        return asSent.length > 0 ? sent.faults(place, JSON.parse(text, emptyAsNull)) : asSent;
      };
      const inBody = at(place) && body !== '' ? faultsIn(body) : absent;
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
      if (!events.at(place)) throw new Error(`webhooks.json has no webhook ${event.type}`);
      mustBeNone(`${event.type} is called`, events.faults(place, event));
    },
  };
}

/** The documents allow fields that they do not list, so that a later version can add some. The service must not send any. */
const closed = (document: Document): Document =>
  JSON.parse(JSON.stringify(document), (_, value) =>
    value?.type === 'object' && value.properties ? { additionalProperties: false, ...value } : value,
  );

/** In an optional text, the two mean the same. The document describes only null where a format or an enum leaves no choice. */
const emptyAsNull = (_: string, value: unknown) => (value === '' ? null : value);

/** An error's examples are the codes of the operation. */
function codeFaults({ content }: Documented, text: string): string[] {
  const { code } = JSON.parse(text);
  const known = Object.keys(content?.['application/json'].examples ?? {});
  return code === undefined || known.includes(code) ? [] : [`the code ${code} is not documented`];
}

function mustBeNone(what: string, faults: string[]): void {
  if (faults.length > 0) throw new Error(`${what}, which differs from the API document: ${faults.join('; ')}`);
}

const parametersOf = (operation: unknown) =>
  (operation as { parameters: { name?: string }[] }).parameters.map(({ name }) => name);

/** The place of each operation in the document. */
function placesIn({ paths = {} }: Document): Map<string, string> {
  const methods = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<{ operationId: string }>(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return new Map(methods.map(({ path, method, operation }) => [operation.operationId, `/paths/${escaped(path)}/${method}`]));
}

let made: ReturnType<typeof makeChecks> | undefined;

/**
 * Checks of requests, responses and webhook events against the OpenAPI documents. Each throws on a difference. They are made once
 * per process.
 */
export function documentChecks() {
  made ??= makeChecks(openApiDocument(), webhookDocument());
  return made;
}
