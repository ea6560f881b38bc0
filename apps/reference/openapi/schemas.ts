import * as z from 'zod/mini';
import { type JsonSchema, schemaOfCheck } from '../../../lib/values/documented.ts';

type Bound = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems';

export type Schema = Record<string, unknown> & { [bound in Bound]?: number } & {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: object;
  then?: Schema;
  'x-enum-varnames'?: string[];
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  pattern?: string;
  description?: string;
  /** What a value must be, in the words of the error messages. */
  'x-rules'?: string[];
};

/** The schema name of an operation, a webhook or a code: `PlaceOrder` is the body of `placeOrder`. */
export const nameOf = (id: string) => id.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());

export type Components = Record<string, Schema>;
type Converted = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema };

/** The JSON Schema of a schema. Named schemas inside it move to `components`. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', components: Components): Schema {
  const override = (converted: Converted) => addChecks(converted, components);
  const { $schema, $defs = {}, ...own } = inDocument(z.toJSONSchema(schema, { io, override }), io);
  for (const [name, definition] of Object.entries($defs)) addComponent({ ...definition, id: name }, components);
  return own;
}

/** A response is open, because later versions may add fields. A schema that both sides use is open, too. */
export function addComponent({ id = '', ...schema }: JsonSchema, components: Components): { $ref: string } {
  const isOpen = schema.additionalProperties === undefined;
  if (isOpen || !components[id]) components[id] = schema;
  return { $ref: `#/components/schemas/${id}` };
}

/** Adds what checks enforce: their messages as rules, and their JSON Schemas. */
function addChecks({ zodSchema, jsonSchema: json }: Converted, components: Components) {
  const { type, checks = [] } = zodSchema._zod.def;
  if (json.$ref && type === 'object') return;
  for (const check of checks) {
    const { id, ...schema } = schemaOfCheck(check) ?? {};
    Object.assign(json, id ? addComponent({ id, ...schema }, components) : schema);
  }
  const rules = checks.flatMap(ruleOf);
  if (rules.length > 0) json['x-rules'] = [...((json['x-rules'] as string[]) ?? []), ...rules];
  if (removesEmptyText(zodSchema)) json.emptyIsNull = true;
  if (json.type === 'object' && !json.required && !z.safeParse(zodSchema, {}).success) json.minProperties = 1;
}

type Check = z.core.$ZodCheck & { _zod: { def: { path?: PropertyKey[] } } };

/** A check with a path has a message for another field, which depends on what was sent. */
function ruleOf({ _zod: { def } }: Check): string[] {
  const message = def.path ? undefined : def.error?.({ code: 'custom', input: '', path: [] } as never);
  return typeof message === 'string' ? [message] : [];
}

function removesEmptyText({ _zod: { def } }: z.core.$ZodType) {
  const { type, in: first } = def as { type: string; in?: z.core.$ZodType };
  return type === 'pipe' && first?._zod.def.type === 'transform';
}

type Root = Schema & { $defs?: Record<string, Schema> };

/** A generated schema as part of the document, with references to its components. */
const inDocument = (generated: unknown, io: 'input' | 'output'): Root =>
  JSON.parse(JSON.stringify(generated).replaceAll('"#/$defs/', '"#/components/schemas/'), (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? allowingEmptyText(withNull(simplified(io === 'output' ? opened(value) : value)))
      : value,
  );

function opened(schema: Schema): Schema {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  return schema;
}

/** Without rules that a reference contains, that say nothing, or that generators and languages read differently. */
function simplified({ propertyNames, ...schema }: Schema): Schema {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER || schema.exclusiveMinimum !== undefined) delete schema.minimum;
  if (schema.$ref) for (const word of ['type', 'maxLength']) delete schema[word];
  if (schema.format === 'e164') delete schema.format;
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern;
  if (schema.pattern) schema.pattern = schema.pattern.replaceAll('\\d', '[0-9]');
  const types = [schema.type].flat();
  if (types.includes('number')) schema.format = 'double';
  if (types.includes('integer')) schema.format = Number(schema.maximum) < 2 ** 31 ? 'int32' : 'int64';
  return schema.type ? withoutAlternatives(schema) : schema;
}

/** Generators make unusable types of alternatives beside a type, but ignore what stands in `then`. */
function withoutAlternatives({ anyOf, oneOf, not, ...schema }: Schema): Schema {
  const rules = { ...(not && { not }), ...(anyOf && { anyOf }), ...(oneOf && { oneOf }) };
  // biome-ignore lint/suspicious/noThenProperty: this is a keyword of JSON Schema
  return Object.keys(rules).length > 0 ? { ...schema, if: {}, then: rules } : schema;
}

/** A plain value or null as one schema with two types. */
function withNull(schema: Schema): Schema {
  const { anyOf: [value, nothing, ...more] = [], ...rest } = schema;
  const isPlain = typeof value?.type === 'string' && !value.properties && !value.enum;
  const isNullable = isPlain && nothing?.type === 'null' && more.length === 0;
  return isNullable ? { ...value, ...rest, type: [value.type as string, 'null'] } : schema;
}

function allowingEmptyText({ emptyIsNull, ...schema }: Schema): Schema {
  if (!emptyIsNull) return schema;
  schema.description = `${schema.description ?? ''} An empty string means null.`.trim();
  schema.then?.anyOf?.push({ maxLength: 0 });
  if (schema.pattern) schema.pattern = `^(${schema.pattern.slice(1, -1)})?$`;
  return schema;
}
