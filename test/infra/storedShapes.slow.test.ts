import { readFileSync, writeFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { kindOf, type StoredKind, storedKinds } from '../../infra/storedKinds.ts';
import { callEverything } from '../support/grants/callEverything.ts';
import { aQueue } from '../support/grants/needs.ts';
import { ownTable } from '../support/ownTable.ts';

await ownTable();

type Shape = { version: number; fields: string[] };

/** How each kind is stored, as committed. Run this test with UPDATE=1 to write it again. */
const file = new URL('./storedShapes.json', import.meta.url);
const committed: Partial<Record<StoredKind, Shape>> = JSON.parse(readFileSync(file, 'utf8'));
let items: Record<string, unknown>[];
let queue: Awaited<ReturnType<typeof aQueue>>;

beforeAll(async () => {
  queue = await aQueue();
  await callEverything();
  // Not the client of the service, whose calls are recorded.
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const pages = paginateScan({ client }, { TableName: process.env.TABLE_NAME });
  items = (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
});

afterAll(() => {
  queue.close();
  const shapes = Object.fromEntries(kinds.map((kind) => [kind, shapeOf(kind)]));
  if (process.env.UPDATE) writeFileSync(file, `${JSON.stringify(shapes, null, 1)}\n`);
});

/** Objects whose names are data, such as SKUs and idempotency keys, and texts that callers or receivers choose. */
const opaque = /(^|\.)(holdings|keys|before|after|transaction_data|metadata|entries|rates|dropped|sent|rejected)$/;

/** The paths of all fields with their types, such as `json.lines[].price number`. */
function* fieldsIn(value: unknown, path = ''): Generator<string> {
  if (['json', 'more', 'internal'].includes(path)) return yield* fieldsIn(JSON.parse(value as string), `${path}:`);
  const isObject = typeof value === 'object' && value !== null;
  if (!isObject || opaque.test(path))
    return yield `${path} ${Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value}`;
  if (Array.isArray(value)) return yield* value.length > 0 ? value.flatMap((each) => [...fieldsIn(each, `${path}[]`)]) : [];
  for (const [name, inner] of Object.entries(value)) yield* fieldsIn(inner, path ? `${path}.${name}` : name);
}

function shapeOf(kind: StoredKind): Shape {
  const own = items.filter((item) => kindOf(item as { sk: string }) === kind);
  const version = Math.max(1, ...own.map(({ schema = 1 }) => schema as number));
  return { version, fields: [...new Set(own.flatMap((item) => [...fieldsIn(item)]))].sort() };
}

const kinds = Object.keys(storedKinds) as StoredKind[];

test('every stored item is of a known kind', () => {
  expect(items.filter((item) => !kindOf(item as { sk: string }))).toEqual([]);
});

test.each(kinds)('a stored %s has the fields of its version', (kind) => {
  const shape = shapeOf(kind);
  const { version, fields } = committed[kind] ?? { version: 0, fields: [] };
  const [added, removed] = [
    shape.fields.filter((field) => !fields.includes(field)),
    fields.filter((field) => !shape.fields.includes(field)),
  ];
  const remedy = 'See "Change stored data" in CONTRIBUTING.md, then run this test with UPDATE=1.';
  expect({ kind, version: shape.version, added, removed, remedy }).toEqual({ kind, version, added: [], removed: [], remedy });
});
