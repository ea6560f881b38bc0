import * as z from 'zod/mini';
import { isObject } from '../values/json.ts';
import { definitionOf } from './fieldErrors.ts';

/** `removed` are the names of the fields that were left out. */
type Found = { value: unknown; removed: string[] };

/**
 * Leaves out fields whose null means nothing, since some serializers write every field that they know, and texts whose `""` means
 * nothing, since forms send it. Both stay where they have a meaning, in required fields, and in fields that are `exactOptional`. A
 * missing body is an empty one. `clears`: an empty text removes the one that is stored.
 */
export function withoutEmptyFields(schema: z.ZodMiniType | undefined, sent: unknown = {}, clears = false): Found {
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
      if (!meansNothing(known, inner, clears)) return [[name, visit(known, inner, field)]];
      removed.push(field);
      return [];
    });
    return Object.fromEntries(fields);
  }
}

function meansNothing(field: z.ZodMiniType, value: unknown, clears: boolean): boolean {
  const { optin, traits } = field._zod;
  if (optin !== 'optional' || traits.has('$ZodExactOptional')) return false;
  const { type } = definitionOf(field);
  // Such a field takes null and `""`, and means the same without them if it is optional.
  if (type === 'transform') return !clears && traits.has('$ZodOptional') && (value === null || value === '');
  return value === null ? !z.safeParse(field, null).success : value === '' && ['string', 'enum'].includes(type);
}
