import { CreateTableCommand, DeleteTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Cloud, Window } from '../../../infra/commands/restore/cloud.ts';
import { type Asked, plan, restore } from '../../../infra/commands/restore/drill.ts';
import { expires, findTable, misshapen } from '../../../infra/commands/restore/table.ts';
import { createTable } from '../../../infra/local/table.ts';
import { uniqueName } from '../../support/actors.ts';

const client = new DynamoDBClient();
const documents = DynamoDBDocumentClient.from(client);
const made: string[] = [];
const source = uniqueName('table');

beforeAll(async () => {
  await aTable(source);
  for (const id of ['1', '2']) {
    const Item = { pk: `T#ten_${id}`, sk: 'TENANT', listed: 'TENANTS', listed_at: id, json: '{}' };
    await documents.send(new PutCommand({ TableName: source, Item }));
    await documents.send(new PutCommand({ TableName: source, Item: { pk: `T#ten_${id}`, sk: 'PRODUCT#TEA' } }));
  }
});

afterAll(async () => {
  for (const TableName of made) {
    if (!(await findTable(client, TableName))) continue;
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    await client.send(new DeleteTableCommand({ TableName }));
  }
  client.destroy();
});

async function aTable(name: string) {
  made.push(name);
  await createTable(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, name);
}

const window = { earliest: new Date('2026-01-01T00:00:00Z'), latest: new Date('2026-02-01T00:00:00Z') };

/** What AWS does to tables; a local engine has no past, so that the target gets what the source holds now. */
function fakeCloud({ within = window, copies = true }: { within?: Window; copies?: boolean } = {}) {
  const recoverable: string[] = [];
  const tagged: string[][] = [];
  const cloud: Cloud = {
    windowOf: async () => within,
    restore: async (from, to) => {
      await aTable(to);
      if (!copies) return;
      for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: from })) {
        for (const Item of Items) await documents.send(new PutCommand({ TableName: to, Item }));
      }
    },
    keepRecoverable: async (table) => void recoverable.push(table),
    isRecoverable: async (table) => recoverable.includes(table),
    copyTags: async (...tables) => void tagged.push(tables),
  };
  return { cloud, recoverable, tagged };
}

const asked = (given: Partial<Asked> = {}): Asked => ({
  source,
  target: uniqueName('restored'),
  at: new Date('2026-01-15T12:00:00Z'),
  stage: 'prod',
  countAll: true,
  ...given,
});

/** For its first look the table is still being made, and takes no change. */
function stillMaking(table: string) {
  let looks = 0;
  const changes: string[] = [];
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = (await next(args)) as { output: { Table?: { TableStatus?: string } } };
        if ((args.input as { TableName?: string }).TableName !== table) return result as never;
        if (commandName !== 'DescribeTableCommand') changes.push(`${commandName} after ${looks} looks`);
        else if (looks++ < 2 && result.output.Table) result.output.Table.TableStatus = 'CREATING';
        return result as never;
      },
    { step: 'initialize', name: 'stillMaking' },
  );
  return { changes, end: () => client.middlewareStack.remove('stillMaking') };
}

async function restored(given: Asked, cloud: Cloud) {
  const told: string[] = [];
  await restore(client, cloud, given, (line) => told.push(line));
  return told.join('\n');
}

describe('a restored table', () => {
  test('gets back what a restored table lacks, and is what the service can be put onto', async () => {
    const given = asked();
    const { cloud, recoverable, tagged } = fakeCloud();
    const told = await restored(given, cloud);
    expect(recoverable).toEqual([given.target]);
    expect(tagged).toEqual([[source, given.target].map((name) => expect.stringMatching(`^arn:aws:dynamodb:.*table/${name}$`))]);
    expect(await expires(client, given.target)).toBe(true);
    const table = await findTable(client, given.target);
    expect(table).toMatchObject({ TableStatus: 'ACTIVE', DeletionProtectionEnabled: true });
    expect(misshapen(table ?? {})).toEqual([]);
    expect(told).toMatch(/tenants +2 +2\n +items +4 +4/);
    expect(told).toContain(`cdk deploy StorePlatform-prod --exclusively -c stage=prod -c table=${given.target}`);
    expect(told).toContain(`"table:prod": "${given.target}"`);
    expect(told).toMatch(/from the commit that is deployed.*\n.*\n.*whatever else of -c/);
  });

  test('is gone on with after an interruption', async () => {
    const given = asked();
    const { cloud } = fakeCloud();
    const dies = { ...cloud, keepRecoverable: () => Promise.reject(new Error('connection lost')) };
    await expect(restored(given, dies)).rejects.toThrow('connection lost');
    expect((await plan(client, cloud, given))[0]).toBe(`${given.target} is there already: go on with it`);
    const noRestore = { ...cloud, restore: () => Promise.reject(new Error('restored twice')) };
    expect(await restored(given, noRestore)).toContain('protected from deletion');
  });

  test('is waited for where it is still being made, whoever began that', async () => {
    const given = asked();
    const { cloud } = fakeCloud();
    await cloud.restore(source, given.target, given.at);
    const { changes, end } = stillMaking(given.target);
    await restored(given, cloud).finally(end);
    expect(changes[0]).toBe('DescribeTimeToLiveCommand after 3 looks');
  });

  test('is refused where it cannot be restored itself', async () => {
    const { cloud } = fakeCloud();
    const forgets = { ...cloud, keepRecoverable: async () => {} };
    await expect(restored(asked(), forgets)).rejects.toThrow('it cannot be restored itself');
  });

  test('is refused where it is empty and the source is not', async () => {
    const given = asked();
    await expect(restored(given, fakeCloud({ copies: false }).cloud)).rejects.toThrow(
      `${given.target} holds no tenant, and ${source} holds 2.`,
    );
  });

  test('is not touched where it is no table of the service at all', async () => {
    const target = uniqueName('other');
    const { cloud } = fakeCloud();
    const AttributeDefinitions = [{ AttributeName: 'id', AttributeType: 'S' as const }];
    const KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' as const }];
    await client.send(
      new CreateTableCommand({ TableName: target, AttributeDefinitions, KeySchema, BillingMode: 'PAY_PER_REQUEST' }),
    );
    made.push(target);
    await expect(restored(asked({ target }), cloud)).rejects.toThrow(`${target} is no table for the service: its key is id`);
    expect((await findTable(client, target))?.DeletionProtectionEnabled).not.toBe(true);
  });
});

describe('a plan', () => {
  test('says every step, and that the source stays', async () => {
    const given = asked({ stage: 'dev' });
    const steps = await plan(client, fakeCloud().cloud, given);
    expect(steps).toHaveLength(4);
    expect(steps[0]).toContain(`restore ${source}, as it was at 2026-01-15T12:00:00.000Z, as ${given.target}`);
    expect(steps[3]).toContain(`leave ${source} as it is`);
    expect(await findTable(client, given.target)).toBeUndefined();
  });

  test.each<[string, string, Window]>([
    ['before it began', '2025-12-31T23:59:59Z', window],
    ['after it ends', '2026-02-01T00:00:01Z', window],
  ])('refuses a time %s', async (_, at, within) => {
    const refused = plan(client, fakeCloud({ within }).cloud, asked({ at: new Date(at) }));
    await expect(refused).rejects.toThrow('between 2026-01-01T00:00:00.000Z and 2026-02-01T00:00:00.000Z');
  });

  test('refuses a table that has no past, or is none', async () => {
    const { cloud } = fakeCloud();
    await expect(plan(client, { ...cloud, windowOf: async () => undefined }, asked())).rejects.toThrow('recovery is off');
    await expect(plan(client, cloud, asked({ source: 'nothing' }))).rejects.toThrow('There is no table nothing');
  });
});
