import { isEqual, type Json, narrower, wider } from './narrower.ts';

/** What breaks a client: accepting less of what it sent, or returning something new in what it received. */
export type Side = 'sent' | 'received';

type Report = (subject: string, field: string, change: string) => void;

/** A part of a schema: the operation or schema that it belongs to, and the path of the field in it. */
export type Place = { subject: string; field: string };

/** Makes a function that reports how one schema differs from another. Named schemas become the subject of their changes. */
export function schemaComparison(old: Json, now: Json, report: Report) {
  const compared = new Set<string>();

  function compare(side: Side, before: Json, after: Json, place: Place): void {
    if (before === undefined) return;
    const name = before.$ref?.split('/').at(-1);
    const pair = `${side} ${name} ${after?.$ref}`;
    if (after === undefined) report(place.subject, place.field, 'was removed');
    else if (name === undefined) compareResolved(side, before, resolved(now, after), place);
    else if (!compared.has(pair)) {
      compared.add(pair);
      compareResolved(side, resolved(old, before), resolved(now, after), { subject: name, field: '' });
    }
  }

  function compareResolved(side: Side, was: Json, is: Json, place: Place) {
    const isSameForm = isNullable(was) === isNullable(is);
    const [before, after] = [plain(old, was, isSameForm), plain(now, is, isSameForm)];
    const changes = side === 'sent' ? narrower(before, after) : wider(before, after);
    for (const change of changes) report(place.subject, place.field, change);
    compareFields(side, before, after, place);
    if (before.items && after.items) compare(side, before.items, after.items, { ...place, field: `${place.field}[]` });
    for (const word of ['anyOf', 'oneOf']) compareBranches(side, before[word] ?? [], after[word] ?? [], place);
  }

  function compareFields(side: Side, before: Json, after: Json, { subject, field }: Place) {
    const at = (name: string) => ({ subject, field: field ? `${field}.${name}` : name });
    for (const [name, schema] of Object.entries<Json>(before.properties ?? {}))
      compare(side, schema, after.properties?.[name], at(name));
    const [was = [], is = []]: string[][] = [before.required, after.required];
    if (side === 'sent') for (const name of without(is, was)) report(subject, at(name).field, 'is now required');
    else {
      const optional = without(was, is).filter((name) => after.properties?.[name]);
      for (const name of optional) report(subject, at(name).field, 'can now be missing');
    }
  }

  /** If alternatives were added or removed, clients must still be able to send all old ones, and know all that they receive. */
  function compareBranches(side: Side, before: Json[], after: Json[], place: Place) {
    if (before.length === after.length) {
      for (const [i, branch] of before.entries()) compare(side, branch, after[i], place);
      return;
    }
    const [kept, known] = side === 'sent' ? [before, after] : [after, before];
    const isUnrestricted = known.length === 0;
    const isRestricted = kept.length === 0 || kept.some((branch) => !known.some((other) => isEqual(branch, other)));
    if (!isUnrestricted && isRestricted) report(place.subject, place.field, 'has different alternatives');
  }

  return compare;
}

const without = (list: string[], other: string[]) => list.filter((one) => !other.includes(one));

const isNull = ({ type }: Json) => type === 'null';
const isNullable = ({ anyOf = [] }: Json) => anyOf.some(isNull);

/**
 * A schema without what says the same in another form. A value or null can be alternatives or one schema with two types. Rules
 * between fields can be in `then`. The size of a number is not a rule, a date and time needs no pattern beside its format,
 * and `not` may leave out the type.
 */
function plain(document: Json, { then, if: _, anyOf, ...given }: Json, keepsForm: boolean): Json {
  const choices = anyOf?.filter((one: Json) => one.maxLength !== 0);
  const value = keepsForm || !isNullable({ anyOf }) ? { anyOf: choices } : nullable(document, choices);
  const schema = { ...value, ...given, ...then };
  const isSize = /^(double|float|int\d+)$/.test(schema.format);
  return {
    ...schema,
    ...(isSize && { format: undefined }),
    ...(schema.format === 'date-time' && { pattern: undefined }),
    ...(schema.not && { not: { ...schema.not, type: undefined } }),
  };
}

function nullable(document: Json, choices: Json[]): Json {
  const value = resolved(
    document,
    choices.find((one) => !isNull(one)),
  );
  return { ...value, type: [value.type, 'null'] };
}

/** Follows a reference, and keeps the other properties beside it. */
export function resolved(document: Json, value: Json): Json {
  if (!value?.$ref) return value;
  const { $ref, ...own } = value;
  const target = $ref
    .split('/')
    .slice(1)
    .reduce((at: Json, name: string) => at?.[name], document);
  return { ...target, ...own };
}
