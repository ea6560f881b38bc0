import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export type Document = { paths?: object; webhooks?: object };

/** Formats that ajv does not know. */
const international = { 'idn-email': /@/, 'idn-hostname': /\./, iri: /^https?:/ };

/** Reads an OpenAPI document by JSON pointers, and checks values against the schemas in it. */
export function documentSchemas(document: Document, dateTime = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$/i) {
  // Strict, because a misspelled format or an unknown keyword would accept everything.
  const strict = { strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true };
  const ajv = new Ajv2020({ ...strict, validateSchema: false, allErrors: true });
  formats.default(ajv);
  for (const [format, shape] of Object.entries({ ...international, 'date-time': dateTime })) ajv.addFormat(format, shape);
  for (const word of [...Object.keys(document), 'x-rules', 'x-enum-varnames']) ajv.addKeyword(word);
  ajv.addSchema(document, 'document');
  const checks = new Map<string, ValidateFunction>();

  /** Follows a reference. */
  function resolve(pointer: string): string {
    const found = valueAt(document, pointer) as { $ref?: string } | undefined;
    return found?.$ref ? resolve(found.$ref.slice(1)) : pointer;
  }

  /** The errors of a value, checked against the schema at a pointer. */
  function schemaFaults(schema: string, value: unknown): string[] {
    const check = checks.get(schema) ?? ajv.compile({ $ref: `document#${schema}` });
    checks.set(schema, check);
    return check(value) ? [] : [ajv.errorsText(check.errors, { dataVar: 'body', separator: '; ' })];
  }

  return {
    schemaFaults,
    at: (pointer: string): unknown => valueAt(document, resolve(pointer)),
    /** The errors of a body, checked against the request or response at a pointer. */
    faults: (pointer: string, value: unknown) => schemaFaults(`${resolve(pointer)}/content/application~1json/schema`, value),
  };
}

export const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

function valueAt(document: unknown, pointer: string): unknown {
  const parts = pointer.split('/').slice(1);
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
}
