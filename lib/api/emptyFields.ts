import * as z from 'zod/mini';
import { isObject } from '../values/json.ts';
import { definitionOf } from './fieldErrors.ts';

/** `removed` are the names of the fields that were left out. */
type Found = { value: unknown; removed: string[] };

/**
 * Leaves out fields whose null means nothing, since some serializers write every field that they know, and texts whose `""` means
 * nothing, since forms send it. Both stay where they have a meaning, in required fields, and in fields that are `exactOptional`. A
 * missing body is an empty one.
 */
export function withoutEmptyFields(schema: z.ZodMiniType | undefined, sent: unknown = {}): Found {
  const removed: string[] = [];
  return { value: schema ? visit(schema, sent, '') : sent, removed };

  function visit(at: unknown, value: unknown, path: string): unknown {
    const { shape, element } = definitionOf(at);
    if (Array.isArray(value)) return element ? value.map((entry, i) => visit(element, entry, `${path}[${i}]`)) : value;
    if (!shape || !isObject(value)) return value;
    const fields = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const field = path ? `${path}.${name}` : name;
      const known = Object.hasOwn(shape, name) && shape[name];
      if (!known) return [[name, inner]];
      if (!meansNothing(known, inner)) return [[name, visit(known, inner, field)]];
      removed.push(field);
      return [];
    });
    return Object.fromEntries(fields);
  }
}

function meansNothing(field: z.ZodMiniType, value: unknown): boolean {
  const { optin, traits } = field._zod;
  if (optin !== 'optional' || traits.has('$ZodExactOptional')) return false;
  return value === null ? !z.safeParse(field, null).success : value === '' && takesText(field);
}

/** False for a text that `""` clears, because such a field changes what was sent before it checks it. */
const takesText = (field: z.ZodMiniType) => ['string', 'enum'].includes(definitionOf(field).type);
