import * as z from 'zod/mini';
import { schemaOfCheck } from './checks.ts';
import { inputField } from './inputs/descriptions.ts';
import { together } from './inputs/together.ts';
import { named } from './named.ts';

export type Schema = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  description?: string;
};

/** The JSON Schema of a schema. Named schemas inside it move to `components`. */
export function jsonSchema(
  schema: z.ZodMiniType,
  owner: string,
  io: 'input' | 'output',
  components: Record<string, Schema>,
): Schema {
  const json = refer(z.toJSONSchema(schema, { io, metadata: named, override: addOwnRules })) as Schema & {
    $defs?: Record<string, Schema>;
  };
  const { $schema, $defs = {}, id, ...own } = json;
  for (const [name, { id: _, ...definition }] of Object.entries($defs)) components[name] ??= component(name, definition);
  if (typeof id !== 'string') return describeFields(own, owner);
  components[id] ??= component(id, own);
  return { $ref: `#/components/schemas/${id}` };
}

const component = (name: string, schema: Schema): Schema => ({ ...describeFields(schema, name), ...together[name] });

const refer = (json: unknown) => JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));

type Check = z.core.$ZodCheck & {
  _zod: { def: { fn?: unknown; path?: PropertyKey[]; params?: object } };
};

/** Adds the schema's own description, and what its checks enforce: their messages as text, and their rules as JSON Schema. */
function addOwnRules({
  zodSchema,
  jsonSchema: json,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  const own = z.globalRegistry.get(zodSchema)?.description;
  if (own && !named.has(zodSchema)) json.description = own;
  const messages = (zodSchema._zod.def.checks ?? []).flatMap(({ _zod: { def } }: Check) => {
    const isOfAnotherField = def.path !== undefined;
    if (isOfAnotherField) return [];
    Object.assign(json, def.params, schemaOfCheck.get(def.fn));
    const message = def.error?.({ code: 'custom', input: '', path: [] } as never);
    return typeof message === 'string' && message.startsWith('must') ? [message] : [];
  });
  const rule = `${messages.join('; ')}.`.replace(/^m/, 'M');
  if (messages.length > 0) json.description = json.description ? `${json.description} ${rule}` : rule;
  if (removesEmptyText(zodSchema)) allowEmptyText(json);
  if (json.type === 'object' && !json.required && !z.safeParse(zodSchema, {}).success) json.minProperties = 1;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.exclusiveMinimum !== undefined) delete json.minimum;
  if (json.$ref) for (const word of ['type', 'maxLength']) delete json[word];
  if (json.pattern) json.pattern = json.pattern.replaceAll('\\d', '[0-9]');
  if (json.format === 'e164') delete json.format;
  if (json.format === 'date') delete json.pattern;
  if (json.propertyNames) delete json.propertyNames;
}

function removesEmptyText({ _zod: { def } }: z.core.$ZodType) {
  const { type, in: first } = def as { type: string; in?: z.core.$ZodType };
  return type === 'pipe' && first?._zod.def.type === 'transform';
}

function allowEmptyText(json: z.core.JSONSchema.BaseSchema) {
  json.description = 'An empty string means null.';
  const [value] = (json.anyOf ?? []) as Schema[];
  if (!value) return;
  const { pattern, description, $ref } = value;
  if (description) value.description = description.replace(/^Must/, 'Any other value must');
  if ($ref) json.anyOf?.push({ type: 'string', maxLength: 0 });
  else if (typeof pattern === 'string') value.pattern = `^(${pattern.slice(1, -1)})?$`;
}

/** Adds the descriptions of input fields. `path` leads from the schema that owns them to this part of it. */
function describeFields(schema: Schema, owner: string, path = ''): Schema {
  const { properties, items, anyOf } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, describe(field, owner, `${path}${name}`)]);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(fields) }),
    ...(items && { items: describeFields(items, owner, path) }),
    ...(anyOf && { anyOf: anyOf.map((one) => describeFields(one, owner, path)) }),
  };
}

function describe(field: Schema, owner: string, path: string): Schema {
  const { type, description, ...more } = inputField(owner, path);
  const { description: rule, ...known } = describeFields(orNull(field), owner, `${path}.`);
  const words = [description, rule].filter(Boolean).join(' ');
  return { ...known, ...more, ...(typeof type === 'string' && { type }), ...(words && { description: words }) };
}

/** A plain value or null as one schema with two types. */
function orNull(field: Schema): Schema {
  const [value, nothing, ...more] = field.anyOf ?? [];
  const plain = typeof value?.type === 'string' && value.type !== 'object' && !value.enum;
  if (!plain || nothing?.type !== 'null' || more.length > 0) return field;
  const { anyOf: _, ...rest } = field;
  const description = [rest.description, value.description].filter(Boolean).join(' ');
  return { ...rest, ...value, type: [value.type as string, 'null'], ...(description && { description }) };
}
