import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  type TableDescription,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Recovery, Window } from '../../../infra/commands/restore/recovery.ts';
import { planRestore, type RestoreRequest, restoreTable, switchSteps } from '../../../infra/commands/restore/restoreTable.ts';
import { findTable, hasTimeToLive, schemaProblems } from '../../../infra/commands/restore/table.ts';
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

/** Stands in for AWS. A local database has no past, so the target gets the source's present items. */
function fakeRecovery({ within = window, copies = true }: { within?: Window; copies?: boolean } = {}) {
  const enabled: string[] = [];
  const tagged: string[][] = [];
  const warmed: object[] = [];
  const recovery: Recovery = {
    windowOf: async () => within,
    restore: async (from, to) => {
      await aTable(to);
      if (!copies) return;
      for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: from })) {
        for (const Item of Items) await documents.send(new PutCommand({ TableName: to, Item }));
      }
    },
    enable: async (table) => void enabled.push(table),
    isEnabled: async (table) => enabled.includes(table),
    warm: async (table, { WarmThroughput, GlobalSecondaryIndexUpdates }) =>
      void warmed.push({ table, WarmThroughput, indexes: GlobalSecondaryIndexUpdates?.map(({ Update }) => Update) }),
    refuseWrites: () => Promise.reject(new Error('the old table still serves requests')),
    copyTags: async (...tables) => void tagged.push(tables),
  };
  return { recovery, enabled, tagged, warmed };
}

const aRequest = (given: Partial<RestoreRequest> = {}): RestoreRequest => ({
  source,
  target: uniqueName('restored'),
  at: new Date('2026-01-15T12:00:00Z'),
  countItems: true,
  ...given,
});

/** Reports the table as being created at first, and records the commands that follow. */
function creating(table: string) {
  let checks = 0;
  const changes: string[] = [];
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = (await next(args)) as { output: { Table?: { TableStatus?: string } } };
        if ((args.input as { TableName?: string }).TableName !== table) return result as never;
        if (commandName !== 'DescribeTableCommand') changes.push(`${commandName} after ${checks} checks`);
        else if (checks++ < 2 && result.output.Table) result.output.Table.TableStatus = 'CREATING';
        return result as never;
      },
    { step: 'initialize', name: 'creating' },
  );
  return { changes, end: () => client.middlewareStack.remove('creating') };
}

/** Adds what only AWS says about a table. */
function describedWith(added: (table: TableDescription) => TableDescription) {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = (await next(args)) as { output: { Table?: TableDescription } };
      if (result.output.Table) Object.assign(result.output.Table, added(result.output.Table));
      return result as never;
    },
    { step: 'initialize', name: 'describedWith' },
  );
  return () => void client.middlewareStack.remove('describedWith');
}

async function restored(request: RestoreRequest, recovery: Recovery) {
  const printed: string[] = [];
  await restoreTable(client, recovery, request, (line) => printed.push(line));
  return printed.join('\n');
}

describe('a restored table', () => {
  test('gets back the settings that a restore drops, and the service can switch to it', async () => {
    const given = aRequest();
    const { recovery, enabled, tagged } = fakeRecovery();
    const printed = await restored(given, recovery);
    expect(enabled).toEqual([given.target]);
    expect(tagged).toEqual([[source, given.target].map((name) => expect.stringMatching(`^arn:aws:dynamodb:.*table/${name}$`))]);
    expect(await hasTimeToLive(client, given.target)).toBe(true);
    const table = await findTable(client, given.target);
    expect(table).toMatchObject({ TableStatus: 'ACTIVE', DeletionProtectionEnabled: true });
    expect(schemaProblems(table ?? {})).toEqual([]);
    expect(printed).toMatch(/tenants +2 +2\n +items +4 +4/);
    expect(printed).toContain('Next, close the service, and run this command again with --reconcile.');
    const steps = switchSteps('prod', given.target);
    expect(steps).toContain(`cdk deploy StorePlatform-prod --exclusively -c stage=prod -c shift=now -c table=${given.target}`);
    expect(steps).toContain(`"table:prod": "${given.target}"`);
    expect(steps).toMatch(/check out the deployed commit.*\n.*\n.*every other -c option/);
  });

  test('can take at once what the old table could', async () => {
    const given = aRequest();
    const raised = { ReadUnitsPerSecond: 36_000, WriteUnitsPerSecond: 12_000 };
    const initial = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4000 };
    const end = describedWith(({ TableName = '', GlobalSecondaryIndexes = [] }) => {
      const warmth = TableName === source ? raised : initial;
      for (const index of GlobalSecondaryIndexes) if (index.IndexName === 'due') index.WarmThroughput = warmth;
      return { WarmThroughput: warmth };
    });
    const { recovery, warmed } = fakeRecovery();
    const printed = await restored(given, recovery).finally(end);
    const indexes = [{ IndexName: 'due', WarmThroughput: raised }];
    expect(warmed).toEqual([{ table: given.target, WarmThroughput: raised, indexes }]);
    expect(printed).toContain(`${given.target} is being warmed up to what ${source} can take.`);
  });

  test('is not warmed if the old table was not', async () => {
    const { recovery, warmed } = fakeRecovery();
    await restored(aRequest(), recovery);
    expect(warmed).toEqual([]);
  });

  test('continues after an interruption', async () => {
    const given = aRequest();
    const { recovery } = fakeRecovery();
    const failing = { ...recovery, enable: () => Promise.reject(new Error('connection lost')) };
    await expect(restored(given, failing)).rejects.toThrow('connection lost');
    expect((await planRestore(client, recovery, given))[0]).toBe(`Continue with ${given.target}, which already exists.`);
    const noRestore = { ...recovery, restore: () => Promise.reject(new Error('restored twice')) };
    expect(await restored(given, noRestore)).toContain('deletion protection are on');
  });

  test('is waited for while it is being created, even by an earlier run', async () => {
    const given = aRequest();
    const { recovery } = fakeRecovery();
    await recovery.restore(source, given.target, given.at);
    const { changes, end } = creating(given.target);
    await restored(given, recovery).finally(end);
    expect(changes[0]).toBe('DescribeTimeToLiveCommand after 3 checks');
  });

  test('is rejected if point-in-time recovery stays off', async () => {
    const { recovery } = fakeRecovery();
    const ignoring = { ...recovery, enable: async () => {} };
    await expect(restored(aRequest(), ignoring)).rejects.toThrow('point-in-time recovery is off');
  });

  test('is rejected if it is empty and the source is not', async () => {
    const given = aRequest();
    await expect(restored(given, fakeRecovery({ copies: false }).recovery)).rejects.toThrow(
      `${given.target} has no tenants, but ${source} has 2.`,
    );
  });

  test('is left alone if its keys are not those of the service', async () => {
    const target = uniqueName('other');
    const { recovery } = fakeRecovery();
    const AttributeDefinitions = [{ AttributeName: 'id', AttributeType: 'S' as const }];
    const KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' as const }];
    await client.send(
      new CreateTableCommand({ TableName: target, AttributeDefinitions, KeySchema, BillingMode: 'PAY_PER_REQUEST' }),
    );
    made.push(target);
    await expect(restored(aRequest({ target }), recovery)).rejects.toThrow(`The service cannot use ${target}: its key is id`);
    expect((await findTable(client, target))?.DeletionProtectionEnabled).not.toBe(true);
  });
});

describe('a plan', () => {
  test('describes every step, and leaves the source unchanged', async () => {
    const given = aRequest();
    const steps = await planRestore(client, fakeRecovery().recovery, given);
    expect(steps).toHaveLength(5);
    expect(steps[0]).toContain(`Restore ${source} as of 2026-01-15T12:00:00.000Z to ${given.target}`);
    expect(steps[4]).toContain(`Leave ${source} as it is`);
    expect(await findTable(client, given.target)).toBeUndefined();
  });

  test.each<[string, string, Window]>([
    ['before the window', '2025-12-31T23:59:59Z', window],
    ['after the window', '2026-02-01T00:00:01Z', window],
  ])('rejects a time %s', async (_, at, within) => {
    const rejected = planRestore(client, fakeRecovery({ within }).recovery, aRequest({ at: new Date(at) }));
    await expect(rejected).rejects.toThrow('between 2026-01-01T00:00:00.000Z and 2026-02-01T00:00:00.000Z');
  });

  test('rejects a table without recovery, and one that does not exist', async () => {
    const { recovery } = fakeRecovery();
    await expect(planRestore(client, { ...recovery, windowOf: async () => undefined }, aRequest())).rejects.toThrow(
      'recovery is off',
    );
    await expect(planRestore(client, recovery, aRequest({ source: 'nothing' }))).rejects.toThrow('There is no table nothing');
  });
});
