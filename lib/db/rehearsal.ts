import { Readable } from 'node:stream';
import { databaseClient } from './client.ts';
import { tableName } from './key.ts';

type Value = string | number | null | readonly string[];
type Attributes = Record<string, Value>;

const name = 'rehearsal';

/**
 * Runs `work` without calling the database. Every command is signed, and answered with the first of the items; a batch is answered
 * with all of them.
 */
export async function withoutDatabase(items: [Attributes, ...Attributes[]], work: () => Promise<unknown>): Promise<void> {
  const all = items.map(stored);
  const [Item] = all;
  const text = JSON.stringify({ Item, Items: [Item], Count: 1, Responses: { [tableName()]: all } });
  const respond = async () => ({ response: { statusCode: 200, headers: {}, body: Readable.from([Buffer.from(text)]) } });
  databaseClient().middlewareStack.add((() => respond) as never, { step: 'deserialize', priority: 'low', name });
  try {
    await work();
  } finally {
    databaseClient().middlewareStack.remove(name);
  }
}

const stored = (item: Attributes) =>
  Object.fromEntries(Object.entries(item).map(([attribute, value]) => [attribute, attributeValue(value)]));

function attributeValue(value: Value): object {
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(attributeValue) };
  return typeof value === 'string' ? { S: value } : { N: String(value) };
}
