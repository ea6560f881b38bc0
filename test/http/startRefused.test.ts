import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { freshFolder, startService, stopService } from '../support/service.ts';

const damaged = {
  'plain text': (folder: string) => writeFileSync(join(folder, 'dynamodb.sqlite'), 'this is not a database'.repeat(1000)),
  'a folder': (folder: string) => mkdirSync(join(folder, 'dynamodb.sqlite')),
  'half a header': (folder: string) =>
    writeFileSync(join(folder, 'dynamodb.sqlite'), 'SQLite format 3\u0000'.padEnd(5000, '\u0007')),
};

describe('fails to start with one clear line and exit code 1:', () => {
  async function startError(environment: Record<string, string>) {
    const service = await startService({ PLATFORM_API_KEY: '', LOG_LEVEL: 'error', ...environment });
    expect(service.url).toBe('');
    expect(await service.exited).toBe(1);
    const lines = service.output().trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/^\s|node:|\.ts:|Error:.*Error:/);
    return lines[0] as string;
  }

  test.each([
    ...['x', '70000', '-1', '30.5', '1e3', '3000 '].map((PORT) => ({ PORT, line: /^PORT must be/ })),
    ...['nonsense', 'localhost:8000'].map((url) => ({ DYNAMODB_ENDPOINT: url, line: /^DYNAMODB_ENDPOINT must be/ })),
    { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1', line: /http:\/\/127\.0\.0\.1:1/ },
    { PORT: 'x', PLATFORM_API_KEY: 'short', DEMO: 'yes', line: /PORT.*; .*PLATFORM_API_KEY.*; .*DEMO/ },
  ])('%j', async ({ line, ...environment }) => {
    expect(await startError(environment)).toMatch(line);
  });

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    expect(await startError({ PORT: `${port}` })).toMatch(new RegExp(`^Port ${port} is in use`));
    other.close();
  });

  test.each(['short', 'fifteen-letters', 'sixteen or more with blanks', 'ümläute-and-more-letters'])(
    'PLATFORM_API_KEY=%s',
    async (PLATFORM_API_KEY) => {
      const line = await startError({ PLATFORM_API_KEY });
      expect(line).toMatch(/^PLATFORM_API_KEY must be 16 or more/);
      expect(line).not.toContain(PLATFORM_API_KEY);
    },
  );

  test.each(Object.entries(damaged))('a data file that is %s', async (_, damage) => {
    const DATA_DIR = freshFolder();
    damage(DATA_DIR);
    expect(await startError({ DATA_DIR })).toContain(DATA_DIR);
  });

  const damages = {
    'a data file with overwritten bytes': (file: string) => {
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill('?', bytes.indexOf('"pk"') - 1, bytes.indexOf('"pk"') + 40));
    },
    'a truncated data file': (file: string) => truncateSync(file, 0),
    'no data file': (file: string) => rmSync(file),
    'data in another format': (file: string) => writeFileSync(join(file, '../format'), '0'),
    'data without a format': (file: string) => rmSync(join(file, '../format')),
  };
  test.each(Object.entries(damages))('%s', async (_, damage) => {
    const DATA_DIR = freshFolder();
    await stopService(await startService({ PLATFORM_API_KEY: '', LOG_LEVEL: 'error', DATA_DIR }));
    damage(join(DATA_DIR, 'dynamodb.sqlite'));
    const line = await startError({ DATA_DIR });
    expect(line).toMatch(`The data in ${DATA_DIR} cannot be used: `);
    expect(line).toMatch(
      / Otherwise, move that folder away to start with no data, or restore a copy that this version wrote\.$/,
    );
  });

  test('a data folder that another service uses', async () => {
    const DATA_DIR = freshFolder();
    const first = await startService({ LOG_LEVEL: 'error', DATA_DIR });
    expect(await startError({ DATA_DIR })).toBe(
      `Another service is using ${DATA_DIR}. Stop it, or set DATA_DIR to another folder.`,
    );
    await stopService(first);
    await stopService(await startService({ LOG_LEVEL: 'error', DATA_DIR }));
  });

  test('a saved key that cannot be read', async () => {
    const DATA_DIR = freshFolder();
    mkdirSync(join(DATA_DIR, 'platform-key'));
    expect(await startError({ DATA_DIR })).toMatch(/^The key in .*platform-key cannot be read/);
  });

  test('a lock that cannot be used', async () => {
    const DATA_DIR = freshFolder();
    mkdirSync(join(DATA_DIR, 'lock'));
    expect(await startError({ DATA_DIR })).toMatch(`The data in ${DATA_DIR} cannot be used: unable to open`);
  });

  test('a data folder that is a file', async () => {
    const DATA_DIR = join(freshFolder(), 'file');
    writeFileSync(DATA_DIR, '');
    expect(await startError({ DATA_DIR })).toContain(DATA_DIR);
  });

  test('an endpoint that is not a database', async () => {
    const other = createHttpServer((_, outgoing) => outgoing.end('<html>\n')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const DYNAMODB_ENDPOINT = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await startError({ DYNAMODB_ENDPOINT })).toContain(DYNAMODB_ENDPOINT);
    other.close();
  });
});
