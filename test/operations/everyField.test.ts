import { expect, test } from '@jest/globals';
import { documentChecks } from '../../apps/reference/openapi/documentChecks.ts';
import { committedExamples } from '../../apps/reference/openapi/examples.ts';
import type { Route } from '../../lib/api/route.ts';
import { routes } from '../../lib/routes.ts';
import { fieldsOf, passes, type Schema } from '../support/requestFields.ts';

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Json = any;

/** Values that a careless check would let pass for another type, for another choice, or as absent. */
const values = ['7', 'true', '', 'x', 'EUR', '2099-01-01T00:00:00Z', 0, 7, -1, 0.5, true, false, null, [], ['7'], [7], {}];

/** A copy of a body in which the field at this path has another value, or none. The first entry of a list stands for all. */
function changed(body: Json, path: string, value: unknown): Json {
  const copy = structuredClone(body ?? {});
  const names = path.split('.');
  const last = names.pop() as string;
  const parent = names.reduce((found, name) => {
    found[name] ??= {};
    return Array.isArray(found[name]) ? found[name][0] : found[name];
  }, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

const { operations } = committedExamples();
const withBody = routes.filter(({ body }) => body) as (Route & { body: Schema })[];

test.each(withBody)('$id rejects each body that the API document forbids', ({ id, body }) => {
  const examples = (operations[id] ?? []).map((example) => example.body);
  const paths = [...fieldsOf(body).map(([path]) => path), 'unknown'];
  const bodies = examples.flatMap((example) =>
    paths.flatMap((path) => [undefined, ...values].map((value) => changed(example, path, value))),
  );
  const accepted = bodies.filter((each) => passes(body, each));
  expect(accepted.length).toBeGreaterThan(0);
  expect(bodies.length - accepted.length).toBeGreaterThan(bodies.length / 3);
  for (const each of accepted) documentChecks().accepted(id, { body: JSON.stringify(each) });
});
