import fc, { type Arbitrary } from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema has many shapes
type Schema = any;

/** Generates what the JSON Schemas of a document allow. Values of alternatives may break a rule, so check them. */
export function generatorFor(document: { components: { schemas: object } }) {
  const resolve = (schema: Schema): Schema => {
    if (!schema.$ref) return schema;
    const { $ref, ...own } = schema;
    const name = $ref.split('/').at(-1) as keyof typeof document.components.schemas;
    return { ...resolve(document.components.schemas[name]), ...own };
  };

  function generate(given: Schema): Arbitrary<unknown> {
    const schema = resolve(given);
    // Alternatives beside a type are in `then`, where generators of clients ignore them.
    const { then, ...rest } = schema;
    const { anyOf, oneOf = anyOf, ...base } = { ...rest, ...then };
    if (oneOf) return fc.oneof(...oneOf.map((branch: Schema) => generate(merge(base, resolve(branch)))));
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.examples) return fc.constantFrom(...schema.examples);
    const types: string[] = [schema.type].flat();
    return fc.oneof(...types.map((type) => byType[type]?.(schema) ?? fc.constant(undefined)));
  }

  const byType: Record<string, (schema: Schema) => Arbitrary<unknown>> = {
    null: () => fc.constant(null),
    boolean: () => fc.boolean(),
    integer: ({ minimum, maximum }) => fc.integer({ min: minimum, max: maximum }),
    number: numbers,
    string: strings,
    array: ({ items, minItems = 0, maxItems = 3 }) =>
      fc.array(generate(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) }),
    object: ({ properties = {}, required = [] }) =>
      fc.record(
        Object.fromEntries(
          Object.entries<Schema>(properties)
            .filter(([, field]) => JSON.stringify(field.not) !== '{}')
            .map(([name, field]) => [name, generate(field)]),
        ),
        { requiredKeys: required },
      ),
  };
  return generate;
}

/** What a pattern does not describe. */
const samples: Record<string, string> = {
  'idn-email': 'ü@müller.de',
  'idn-hostname': 'müller.de',
  iri: 'https://müller.de/ü',
};

/** Amounts have at most two decimals, since most currencies have. */
function numbers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): Arbitrary<number> {
  const [low = -1e9, high = 1e9] = [exclusiveMinimum ?? minimum, exclusiveMaximum ?? maximum];
  const cents = { min: Math.max(low, -1e9) * 100, max: Math.min(high, 1e9) * 100 };
  return fc.integer(cents).map((units) => units / 100);
}

function strings({ pattern, format, maxLength = 200 }: Schema): Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
  const sample = samples[format];
  if (sample) return fc.constant(sample);
  const text = pattern ? fc.stringMatching(new RegExp(pattern, 'u')) : fc.string({ maxLength });
  return text.filter((one) => [...one].length <= maxLength);
}

/** A schema that obeys both. */
function merge(base: Schema, branch: Schema): Schema {
  const fields = Object.entries<Schema>(branch.properties ?? {}).map(([name, rule]) => [
    name,
    { ...base.properties?.[name], ...rule },
  ]);
  return {
    ...base,
    ...branch,
    properties: { ...base.properties, ...Object.fromEntries(fields) },
    required: [...(base.required ?? []), ...(branch.required ?? [])],
  };
}
