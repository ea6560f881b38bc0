import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { bodyOf } from '../../../lib/api/body.ts';
import type { Event } from '../../../lib/api/call.ts';
import { withoutEmptyFields } from '../../../lib/api/emptyFields.ts';
import { ApiError, invalidRequest } from '../../../lib/api/errors.ts';
import { fieldErrorsOf } from '../../../lib/api/fieldErrors.ts';
import { routes } from '../../../lib/routes.ts';

const bytes = 255_000;
const list = (item: string, count = Math.floor(bytes / (item.length + 1))) => `[${Array(count).fill(item).join(',')}]`;

const longHost = `https://${'中'.repeat(5400)}`;

const shapes: Record<string, string> = {
  'a number of 255,000 digits': `{"lines":1${'0'.repeat(bytes - 20)}1}`,
  'many long numbers': `{"lines":${list(`1${'0'.repeat(390)}1`)}}`,
  'many tiny numbers': `{"lines":${list('1e-9', 19_000)}}`,
  'a list of empty objects': `{"lines":${list('{}', 19_000)}}`,
  'a list of everything that fits': `{"lines":${list('{}')}}`,
  'many unknown fields': `{${Array.from({ length: 19_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  'the same field again and again': `{${Array(25_000).fill('"lines":1').join(',')}}`,
  'deep lists': `{"lines":${'['.repeat(bytes / 2 - 10)}${']'.repeat(bytes / 2 - 10)}}`,
  'unclosed lists': `${'['.repeat(bytes)}x`,
  'long international hosts': JSON.stringify({
    terms_url: longHost,
    privacy_url: longHost,
    url: longHost,
    host: '中'.repeat(5000),
  }),
  'broken Unicode': `{"note":"${'\\ud800'.repeat(40_000)}"}`,
};

/** Text that makes a careless pattern backtrack, for common fields. */
const fields = ['email', 'phone', 'url', 'note', 'name', 'created', 'host', 'timezone', 'country', 'method', 'tenant', 'sku'];
for (const character of ['a', '@', '1', '.', 'a.', ' ', '-', 'ä']) {
  const text = JSON.stringify(character.repeat((bytes / fields.length / Buffer.byteLength(character)) | 0));
  shapes[`long texts of "${character}"`] = `{${fields.map((name) => `"${name}":${text}`).join(',')},"owner":{"email":${text}}}`;
}

const accents = JSON.stringify(`a${'\u0301\u0323'.repeat(60_000)}@example.com`);
shapes['accents that must be put in order'] = `{"email":${accents}}`;
shapes['accents in a customer'] = `{"customer":{"email":${accents}}}`;

const eventOf = (body: string) => ({ body, headers: {}, isBase64Encoded: false }) as unknown as Event;

function validate(schema: z.ZodMiniType | undefined, body: string): void {
  const { value } = withoutEmptyFields(schema, bodyOf(eventOf(body)));
  const result = z.safeParse(schema ?? z.strictObject({}), value, { reportInput: true });
  if (result.error) throw invalidRequest(fieldErrorsOf(result.error.issues, 'body', schema ?? z.strictObject({})));
}

function cpuMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** About 3 ms of CPU. Measured in the same run, so the test does not depend on the speed of the machine. */
const parseMs = () => {
  const plain = JSON.stringify(Array.from({ length: 12_000 }, (_, i) => ({ field: i })));
  return cpuMs(() => void [1, 2, 3, 4, 5].map(() => JSON.parse(plain))) / 5;
};

/** One operation for each kind of body, the empty one too. */
const operations = new Map(routes.map(({ id, body }) => [body, id]));

describe.each(Object.entries(shapes))('%s', (_, body) => {
  test('costs little CPU in every operation, and any error is short', () => {
    for (const [schema, id] of operations) {
      const attempt = () =>
        cpuMs(() => {
          try {
            validate(schema, body.slice(0, 256 * 1024));
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            expect(((error.details.errors ?? []) as object[]).length).toBeLessThanOrEqual(100);
            expect(JSON.stringify(error.details).length).toBeLessThan(100_000);
          }
        });
      // The CPU time of the process includes garbage that others left behind, and the machine may be slower for a while. So a slow
      // attempt proves nothing, and each has a measure of its own.
      const isCheap = Array.from({ length: 10 }).some(() => {
        const ms = attempt();
        return ms < 80 || ms < 80 * parseMs();
      });
      expect({ id, isCheap }).toEqual({ id, isCheap: true });
    }
  });
});
