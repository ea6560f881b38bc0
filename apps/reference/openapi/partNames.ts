import { type Components, nameOf, type Schema } from './schemas.ts';

/**
 * Makes a component of each object and each enum inside other schemas, because generators give poor names to what has none. The
 * name is that of the owner and of the field: the lines of `PlaceOrder` are `PlaceOrderLine`. Equal parts share the shortest name.
 */
export function nameParts(components: Components, parameters: Components): void {
  const owners = [...Object.entries(components), ...Object.entries(parameters)];
  const parts = owners.flatMap(([name, schema]) => partsIn(schema, name));
  const names = new Map<string, string>();
  for (const { name, content } of parts) {
    const known = names.get(content);
    if (known === undefined || name.length < known.length) names.set(content, name);
  }
  const taken = [...names.values()].find((name) => components[name]);
  if (taken) throw new Error(`${taken} is the name of two schemas of the API document`);
  for (const { schema, content } of parts) {
    const name = names.get(content) as string;
    components[name] ??= { ...schema };
    for (const word of Object.keys(schema)) if (word !== 'description') delete schema[word];
    schema.$ref = `#/components/schemas/${name}`;
  }
}

/** Go's constants share one namespace, so equal values of several enums get the name of their enum in front. */
export function nameEnumValues(components: Components): void {
  const enums = Object.entries(components).filter(([, schema]) => schema.enum);
  const counts = Object.groupBy(
    enums.flatMap(([, schema]) => schema.enum as string[]),
    (value) => value.toUpperCase(),
  );
  for (const [name, schema] of enums) {
    const values = schema.enum as string[];
    if (!values.some((value) => (counts[value.toUpperCase()]?.length ?? 0) > 1)) continue;
    const prefix = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_');
    schema['x-enum-varnames'] = values.map((value) => `${prefix}_${value}`.toUpperCase().replace(/\W/g, '_'));
  }
}

type Part = { schema: Schema; name: string; content: string };

/** From the inside out. */
function partsIn(owner: Schema, ownerName: string): Part[] {
  const inner: [string, Schema][] = [
    ...Object.entries(owner.properties ?? {}).map(([field, schema]): [string, Schema] => [ownerName + nameOf(field), schema]),
    ...[owner.items ?? []].flat().map((schema): [string, Schema] => [ownerName.replace(/s$/, ''), schema]),
    ...(owner.anyOf ?? []).map((schema): [string, Schema] => [ownerName, schema]),
  ];
  return inner.flatMap(([name, schema]) => {
    const { description, ...content } = schema;
    const isPart = schema.enum !== undefined || schema.properties !== undefined;
    return [...partsIn(schema, name), ...(isPart ? [{ schema, name, content: JSON.stringify(content) }] : [])];
  });
}
