import { resolved, schemaComparison } from './compareSchemas.ts';
import { isEqual, type Json } from './narrower.ts';

/** A change that can break a client. The subject is an operation, a webhook or a named schema. */
export type Break = { subject: string; field: string; change: string };

/** Lists what in a new version of the API document can break a client of the old one. */
export function breaksBetween(old: Json, now: Json): Break[] {
  const found = new Map<string, Break>();
  const report = (subject: string, field: string, change: string) =>
    found.set(`${subject} ${field} ${change}`, { subject, field, change });
  const compare = schemaComparison(old, now, report);

  for (const { id, operation, next } of pairsOf(old.paths, now.paths)) {
    if (next === undefined) report(id, '', 'was removed');
    else compareOperations(id, operation, next);
  }
  for (const { id, operation, next } of pairsOf(old.webhooks, now.webhooks)) {
    if (next === undefined) report(id, '', 'was removed');
    else {
      compare('received', schemaOf(operation.requestBody), schemaOf(next.requestBody), { subject: id, field: '' });
      compare('sent', schemaOf(operation.responses['2XX']), schemaOf(next.responses['2XX']), { subject: id, field: '' });
    }
  }
  return [...found.values()];

  function compareOperations(subject: string, operation: Json, next: Json) {
    if (!isEqual(operation.security, next.security)) report(subject, 'security', 'needs a different key or scope');
    compareParameters(subject, parametersOf(old, operation), parametersOf(now, next));
    if (next.requestBody?.required && !operation.requestBody?.required) report(subject, 'body', 'is now required');
    compare('sent', schemaOf(operation.requestBody), schemaOf(next.requestBody), { subject, field: '' });
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      if (!status.startsWith('2')) continue;
      const answer = next.responses[status];
      if (answer) compare('received', schemaOf(response), schemaOf(answer), { subject, field: '' });
      else report(subject, status, 'is no longer a status');
    }
  }

  function compareParameters(subject: string, before: Map<string, Json>, after: Map<string, Json>) {
    for (const [name, { schema }] of before) compare('sent', schema, after.get(name)?.schema, { subject, field: name });
    for (const [name, { required }] of after)
      if (required && !before.get(name)?.required) report(subject, name, 'is now required');
  }
}

/** Every operation of the old document, with the one at the same place in the new document. */
const pairsOf = (before: Json = {}, after: Json = {}) =>
  Object.entries<Json>(before).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      id: operation.operationId as string,
      operation,
      next: after[path]?.[method],
    })),
  );

const schemaOf = (part: Json) => part?.content?.['application/json']?.schema;

const parametersOf = (document: Json, { parameters = [] }: Json) =>
  new Map<string, Json>(parameters.map((one: Json) => resolved(document, one)).map((one: Json) => [one.name, one]));
