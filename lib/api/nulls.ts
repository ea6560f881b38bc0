import * as z from 'zod/mini';
import { isObject } from '../values/json.ts';
import { definitionOf } from './fieldErrors.ts';

type Found = { value: unknown; removed: string[] };

/**
 * Leaves out fields whose null means nothing, since some serializers write every field that they know. A null stays where it has a
 * meaning, in required fields, and in fields that are `exactOptional`. A missing body is an empty one.
 */
export function withoutNulls(schema: z.ZodMiniType | undefined, sent: unknown = {}): Found {
  const removed: string[] = [];
  return { value: schema ? visit(schema, sent, '') : sent, removed };

  function visit(at: unknown, value: unknown, path: string): unknown {
    const { shape, element } = definitionOf(at);
    if (Array.isArray(value)) return element ? value.map((entry, i) => visit(element, entry, `${path}[${i}]`)) : value;
    if (!shape || !isObject(value)) return value;
    const fields = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const field = path ? `${path}.${name}` : name;
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (!known) return [[name, inner]];
      if (inner !== null) return [[name, visit(known, inner, field)]];
      if (!canBeLeftOut(known)) return [[name, null]];
      removed.push(field);
      return [];
    });
    return Object.fromEntries(fields);
  }
}

const canBeLeftOut = (field: z.ZodMiniType) =>
  field._zod.optin === 'optional' && !isExact(field) && !z.safeParse(field, null).success;

const isExact = (field: z.ZodMiniType) => field._zod.traits.has('$ZodExactOptional');
