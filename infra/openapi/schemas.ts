import * as z from 'zod/mini';
import { named } from './named.ts';
import { wordsFor } from './words/words.ts';

export type Schema = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  description?: string;
};
type Io = 'input' | 'output';

/** A schema as JSON Schema; what it shares with others stands in `components` of the document. */
export function jsonSchema(schema: z.ZodMiniType, owner: string, io: Io, components: Record<string, Schema>): Schema {
  const json = z.toJSONSchema(schema, { io, metadata: named, override: explain });
  const { $schema, $defs = {}, ...rest } = refer(json) as Schema & { $defs?: Record<string, Schema> };
  for (const [name, { $schema: _, id, ...definition }] of Object.entries($defs)) {
    components[name] ??= told(definition as Schema, name, io);
  }
  const { id, ...own } = rest as Schema & { id?: string };
  if (!id) return told(own, owner, io);
  components[id] ??= told(own, id, io);
  return { $ref: `#/components/schemas/${id}` };
}

/** Definitions stand at the document's own place for them. */
const refer = (json: unknown) => JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));

type Check = z.core.$ZodCheck & { _zod: { def: { path?: PropertyKey[]; params?: object } } };

/**
 * Says of an input what its own checks would say of a fault; what they say of a field inside is not told of the whole.
 * The params of a check are what JSON Schema says of it.
 */
function explain({ zodSchema, jsonSchema: json }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  const messages = (zodSchema._zod.def.checks ?? []).flatMap(({ _zod: { def } }: Check) => {
    if (def.path) return [];
    Object.assign(json, def.params);
    const message = def.error?.({ code: 'custom', input: '', path: [] } as never);
    return typeof message === 'string' && message.startsWith('must') ? [message] : [];
  });
  const rule = `${messages.join('; ')}.`.replace(/^m/, 'M');
  if (messages.length > 0) json.description = json.description ? `${json.description} ${rule}` : rule;
  if (json.type === 'object' && !json.required && !z.safeParse(zodSchema, {}).success) json.minProperties = 1;
  if (json.format === 'e164') delete json.format;
  if (json.propertyNames) delete json.propertyNames;
}

const moments = /^(created(_from|_to)?|updated|time|due|until|expires|target_delivery|last_success|last_failure)$/;

/** The schema with each of its fields explained. */
function told(schema: Schema, owner: string, io: Io): Schema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: mapFields(properties, (field, name) => toldField(field, name, owner, io)) }),
    ...(items && { items: told(items, owner, io) }),
    ...(anyOf && { anyOf: anyOf.map((one) => told(one, owner, io)) }),
  };
}

const mapFields = (fields: Record<string, Schema>, change: (field: Schema, name: string) => Schema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field, name)]));

function toldField(field: Schema, name: string, owner: string, io: Io): Schema {
  if (field.$ref) return field;
  const { type, description, ...more } = wordsFor(owner, name);
  const { description: rule, ...known } = withType(told(orNull(field), `${owner}.${name}`, io), type);
  const words = [description, rule].filter(Boolean).join(' ');
  return { ...more, ...(moments.test(name) ? asMoment(known, io) : known), ...(words && { description: words }) };
}

/** A value or null, where both can be said in one. */
function orNull(field: Schema): Schema {
  const [value, nothing, ...more] = field.anyOf ?? [];
  const plain = typeof value?.type === 'string' && value.type !== 'object' && !value.enum;
  if (!plain || nothing?.type !== 'null' || more.length > 0) return field;
  const { anyOf: _, ...rest } = field;
  return { ...rest, ...value, type: [value.type as string, 'null'] };
}

const withType = (field: Schema, type: unknown): Schema =>
  typeof type === 'string' ? { ...field, type: Array.isArray(field.type) ? [type, 'null'] : type } : field;

/** What comes in may have any offset, what goes out is in UTC. */
function asMoment({ type, ...rest }: Schema, io: Io): Schema {
  if (io === 'input') return { ...rest, type: type as string, format: 'date-time' };
  return Array.isArray(type) ? { ...rest, anyOf: [moment, { type: 'null' }] } : { ...rest, ...moment };
}
const moment = { $ref: '#/components/schemas/DateTime' };
