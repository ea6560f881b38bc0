import { operations } from '../../apps/client/operations.ts';
import { type Endpoint, unsupportedBy, walkName } from '../../apps/client/request.ts';
import type { openApiDocument } from '../../apps/reference/openapi/document.ts';
import { nameOf } from '../../apps/reference/openapi/schemas.ts';

type Schema = {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
};
type Parameter = { name: string; in: string; required?: boolean; schema: Schema; description?: string };
type Operation = { summary: string; parameters: (Parameter | { $ref: string })[]; requestBody?: unknown };

/** The types of the client's methods without those of zod, from the API document. They replace `apps/client/types.ts`. */
export function clientTypes({ paths, components }: ReturnType<typeof openApiDocument>): string {
  const schemas = components.schemas as Record<string, Schema>;
  const named = new Set<string>();
  const types: string[] = [];
  const clients = [interfaceOf('StoreClient', operations.management), interfaceOf('PlatformClient', operations.platform)];
  // Each type adds those that it names, and this loop reaches them too.
  for (const name of named) types.push(`${comment(schemas[name])}export type ${name} = ${typeOf(schemas[name] as Schema)};\n`);
  return ["import type { Options } from './request.js';\n", ...clients, ...types].join('\n');

  function interfaceOf(name: string, endpoints: Record<string, Endpoint>): string {
    return `export type ${name} = {\n${Object.entries(endpoints).map(methodsOf).join('')}};\n`;
  }

  function methodsOf([id, endpoint]: [string, Endpoint]): string {
    const { method, path, item, list } = endpoint;
    const operation = paths[path]?.[method.toLowerCase()] as Operation;
    const payload = schemas[`${nameOf(id)}Result`]?.properties?.payload as Schema;
    const field = (name: string) => schemas[nameIn(payload)]?.properties?.[name] as Schema;
    const unsupported = unsupportedBy(endpoint).map((option) => `'${option}'`);
    const given = `${argumentOf(id, operation)}, options?: Omit<Options, ${unsupported.join(' | ') || 'never'}>`;
    const call = `  /** ${operation.summary}. */\n  ${id}: (${given}) => Promise<${typeOf(item ? field(item) : payload)}>;\n`;
    if (!list) return call;
    const pages = `AsyncGenerator<${typeOf(field(list).items as Schema)}, void, void>`;
    return `${call}  /** ${operation.summary}, page after page. */\n  ${walkName(id)}: (${given}) => ${pages};\n`;
  }

  /** The fields of the path, and those of the body, or else of the query. */
  function argumentOf(id: string, { parameters, requestBody }: Operation): string {
    const isOwn = (one: Parameter | object): one is Parameter =>
      'in' in one && (one.in === 'path' || (one.in === 'query' && !requestBody));
    const own = parameters.filter(isOwn);
    const properties = Object.fromEntries(own.map(({ name, schema, description }) => [name, { ...schema, description }]));
    const required = own.filter((one) => one.required).map(({ name }) => name);
    const body = requestBody ? [typeOf({ $ref: nameOf(id) })] : [];
    const fields = [...(own.length > 0 ? [typeOf({ type: 'object', properties, required })] : []), ...body];
    const isOptional = required.length === 0 && !schemas[nameOf(id)]?.required?.length;
    types.push(`export type ${nameOf(id)}Fields = ${fields.join(' & ') || 'Record<never, never>'};\n`);
    return `fields${isOptional ? '?' : ''}: ${nameOf(id)}Fields`;
  }

  function typeOf(schema: Schema): string {
    const { $ref, type, enum: values, const: constant, anyOf, additionalProperties } = schema;
    if ($ref) {
      named.add(nameIn(schema));
      return nameIn(schema);
    }
    if (anyOf) return anyOf.map(typeOf).join(' | ');
    const literals = values ?? (constant === undefined ? undefined : [constant]);
    // A caller has countries and currencies as strings.
    if (literals && literals.length > 100) return 'string';
    if (literals) return literals.map((one) => JSON.stringify(one)).join(' | ');
    if (type === undefined) return 'unknown';
    const kinds: Record<string, () => string> = {
      object: () => (schema.properties ? fieldsOf(schema) : `Record<string, ${typeOf(additionalProperties || {})}>`),
      array: () => `(${typeOf(schema.items ?? {})})[]`.replace(/^\((\w+)\)/, '$1'),
      integer: () => 'number',
    };
    return [type]
      .flat()
      .map((one) => kinds[one]?.() ?? one)
      .join(' | ');
  }

  function fieldsOf({ properties = {}, required = [] }: Schema): string {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const [optional, type] = [required.includes(name) ? '' : '?', typeOf(schema)];
      return `${comment(schema, '  ')}  ${name}${optional}: ${type}${optional && ' | undefined'};\n`;
    });
    return `{\n${fields.join('')}}`;
  }
}

const nameIn = ({ $ref = '' }: Schema) => $ref.split('/').at(-1) as string;

const comment = ({ description }: Schema = {}, indent = '') =>
  description ? `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n` : '';
