import { setTimeout as sleep } from 'node:timers/promises';
import { ContinuousBackupsUnavailableException, DynamoDB, type TableDescription } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { planRestore, type RestoreRequest, restoreTable, switchSteps } from '../../../infra/commands/restore/restoreTable.ts';
import {
  additions,
  findTable,
  getOldTable,
  refuseWrites,
  schemaProblems,
  settingsThatAreOff,
  turnOnRecovery,
} from '../../../infra/commands/restore/tableSettings.ts';
import type { Program } from '../../../infra/local/childProgram.ts';
import { startDatabase } from '../../../infra/local/localDatabase.ts';
import { createTable } from '../../../infra/local/localTable.ts';
import { uniqueName } from '../../support/actors.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input and output
type Fields = any;
type Respond = (input: Fields, forward: () => Promise<Fields>) => Fields;

const local = new DynamoDB();
const documents = DynamoDBDocument.from(local);
const client = new DynamoDB();
const made: string[] = [];
const source = uniqueName('table');

/** What stands in for AWS where a local database is not enough, and the commands that were sent. */
let aws: Record<string, Respond>;
let sent: { command: string; input: Fields }[];
const inputsOf = (command: string) => sent.flatMap((one) => (one.command === command ? [one.input] : []));

client.middlewareStack.add(
  (next, { commandName }) =>
    async (args) => {
      const command = String(commandName).replace(/Command$/, '');
      sent.push({ command, input: args.input });
      const forward = async () => (await next(args)).output;
      return { output: (await (aws[command] ?? forwarded)(args.input, forward)) ?? {}, response: {} };
    },
  { step: 'initialize', name: 'aws' },
);

const forwarded: Respond = (_, forward) => forward();
const ignored: Respond = () => undefined;

const window = {
  EarliestRestorableDateTime: new Date('2026-01-01T00:00:00Z'),
  LatestRestorableDateTime: new Date('2026-02-01T00:00:00Z'),
};

beforeEach(() => {
  sent = [];
  const status = { PointInTimeRecoveryStatus: 'DISABLED' };
  aws = {
    DescribeContinuousBackups: () => ({
      ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { ...window, ...status } },
    }),
    UpdateContinuousBackups: () => Object.assign(status, { PointInTimeRecoveryStatus: 'ENABLED' }),
    RestoreTableToPointInTime: ({ TargetTableName }) => aCopy(TargetTableName),
    ListTagsOfResource: () => ({
      Tags: [
        { Key: 'aws:cloudformation:stack-name', Value: 'StorePlatformData-prod' },
        { Key: 'stage', Value: 'prod' },
      ],
    }),
    TagResource: ignored,
    PutResourcePolicy: ignored,
  };
});

beforeAll(async () => {
  await aTable(source);
  for (const id of ['1', '2']) {
    const Item = { pk: `T#ten_${id}`, sk: 'TENANT', listed: 'TENANTS', listed_at: id, json: '{}' };
    await documents.put({ TableName: source, Item });
    await documents.put({ TableName: source, Item: { pk: `T#ten_${id}`, sk: 'PRODUCT#TEA' } });
  }
});

afterAll(async () => {
  for (const TableName of made) {
    if (!(await findTable(local, TableName))) continue;
    await local.updateTable({ TableName, DeletionProtectionEnabled: false });
    await local.deleteTable({ TableName });
  }
  for (const each of [local, client]) each.destroy();
});

async function aTable(name: string) {
  made.push(name);
  await createTable(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, name);
}

/** A local database has no past, so the copy gets the source's present items. */
async function aCopy(TableName: string) {
  await aTable(TableName);
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: source })) {
    for (const Item of Items) await documents.put({ TableName, Item });
  }
}

const aRequest = (given: Partial<RestoreRequest> = {}): RestoreRequest => ({
  source,
  target: uniqueName('restored'),
  at: new Date('2026-01-15T12:00:00Z'),
  countItems: true,
  ...given,
});

async function restored(request: RestoreRequest) {
  const printed: string[] = [];
  await restoreTable(client, request, (line) => printed.push(line));
  return printed.join('\n');
}

const failing = (message: string) => () => Promise.reject(new Error(message));

describe('a restored table', () => {
  test('gets back the settings that a restore drops, and the service can switch to it', async () => {
    const { target, ...given } = aRequest();
    const printed = await restored({ target, ...given });
    expect(inputsOf('RestoreTableToPointInTime')).toEqual([
      { SourceTableName: source, TargetTableName: target, RestoreDateTime: given.at },
    ]);
    expect(inputsOf('UpdateContinuousBackups')).toEqual([
      { TableName: target, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
    ]);
    const [from, to] = [source, target].map((name) => expect.stringMatching(`^arn:aws:dynamodb:.*table/${name}$`));
    expect(inputsOf('ListTagsOfResource')).toEqual([{ ResourceArn: from }]);
    // AWS sets its own tags itself.
    expect(inputsOf('TagResource')).toEqual([{ ResourceArn: to, Tags: [{ Key: 'stage', Value: 'prod' }] }]);
    // The old table is not warm, so the new one need not be.
    expect(inputsOf('UpdateTable').map((input) => Object.keys(input))).toEqual([['TableName', 'DeletionProtectionEnabled']]);
    expect(await settingsThatAreOff(client, target)).toEqual([]);
    const off = async (needsProtection: boolean) =>
      (await settingsThatAreOff(client, source, needsProtection)).map(({ problem }) => problem);
    expect([await off(true), await off(false)]).toEqual([['deletion protection is off'], []]);
    const table = await findTable(client, target);
    expect(table).toMatchObject({ TableStatus: 'ACTIVE', DeletionProtectionEnabled: true });
    expect(schemaProblems(table ?? {})).toEqual([]);
    expect(printed).toMatch(/ +now +2026-01-15T12:00:00.000Z\n +tenants +2 +2\n +items +4 +4/);
    expect(printed).toContain(
      `Next, close the service, and run npm run restore -- --table ${source} --to ${target} --reconcile`,
    );
    const steps = switchSteps('prod', target);
    expect(steps).toContain(`cdk deploy StorePlatform-prod --exclusively -c stage=prod -c shift=now -c table=${target}`);
    expect(steps).toContain(`"table:prod": "${target}"`);
    expect(steps).toMatch(/check out the deployed commit.*\n.*\n.*every other -c option.*except closed/);
    expect(steps).toContain('The command keeps the old table.');
    expect(switchSteps('dev', target)).toContain('The command deletes the old table, unless a restore made it.');
  });

  test('can take at once what the old table could', async () => {
    const given = aRequest();
    const raised = { ReadUnitsPerSecond: 36_000, WriteUnitsPerSecond: 12_000 };
    const initial = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4000 };
    aws.DescribeTable = async (_, forward) => {
      const { Table } = (await forward()) as { Table: TableDescription };
      const throughput = Table.TableName === source ? raised : initial;
      for (const index of Table.GlobalSecondaryIndexes ?? []) if (index.IndexName === 'due') index.WarmThroughput = throughput;
      return { Table: { ...Table, WarmThroughput: throughput } };
    };
    aws.UpdateTable = ({ WarmThroughput }, forward) => (WarmThroughput ? undefined : forward());
    const printed = await restored(given);
    const GlobalSecondaryIndexUpdates = [{ Update: { IndexName: 'due', WarmThroughput: raised } }];
    expect(inputsOf('UpdateTable')).toContainEqual({
      TableName: given.target,
      WarmThroughput: raised,
      GlobalSecondaryIndexUpdates,
    });
    expect(printed).toContain(`${given.target} is being warmed up to what ${source} can take.`);
  });

  test('continues after an interruption', async () => {
    const given = aRequest();
    const { UpdateContinuousBackups = forwarded } = aws;
    aws.UpdateContinuousBackups = failing('connection lost');
    await expect(restored(given)).rejects.toThrow('connection lost');
    Object.assign(aws, { UpdateContinuousBackups, RestoreTableToPointInTime: failing('restored twice') });
    const { TableArn: SourceTableArn } = (await findTable(local, source)) as TableDescription;
    let RestoreSummary: object = { SourceTableArn, RestoreDateTime: given.at };
    aws.DescribeTable = async (_, forward) => {
      const { Table } = await forward();
      return { Table: { ...Table, ...(Table.TableName === given.target && { RestoreSummary }) } };
    };
    expect((await planRestore(client, given))[0]).toBe(`Continue with ${given.target}, which already exists.`);
    expect(await restored(given)).toContain('deletion protection are on');
    const other = planRestore(client, { ...given, at: new Date('2026-01-14T12:00:00Z') });
    await expect(other).rejects.toThrow(`${given.target} already exists, but is ${source} as of 2026-01-15T12:00:00.000Z, not`);
    await expect(getOldTable(client, given.target, source)).rejects.toThrow(`${given.target} was restored from ${source}.`);
    expect((await getOldTable(client, source, given.target)).TableName).toBe(source);
    RestoreSummary = {};
    await expect(planRestore(client, given)).rejects.toThrow('already exists, but was not made by a restore, not');
  });

  test('is waited for while it is being created, even by an earlier run', async () => {
    const given = aRequest();
    await aCopy(given.target);
    aws.DescribeTable = async (_, forward) => {
      const { Table } = await forward();
      return { Table: { ...Table, ...(inputsOf('DescribeTable').length < 3 && { TableStatus: 'CREATING' }) } };
    };
    await restored(given);
    const created = [...Array(3).fill('DescribeTable'), 'DescribeTimeToLive'];
    expect(sent.slice(0, 4)).toEqual(created.map((command) => ({ command, input: { TableName: given.target } })));
  });

  test('is rejected if point-in-time recovery stays off', async () => {
    aws.UpdateContinuousBackups = ignored;
    await expect(restored(aRequest())).rejects.toThrow('point-in-time recovery is off');
  });

  test('is rejected if it is empty and the source is not', async () => {
    const given = aRequest();
    aws.RestoreTableToPointInTime = ({ TargetTableName }) => aTable(TargetTableName);
    await expect(restored(given)).rejects.toThrow(`${given.target} has no tenants, but ${source} has 2.`);
  });

  test('is left alone if its keys are not those of the service', async () => {
    const target = uniqueName('other');
    const AttributeDefinitions = [{ AttributeName: 'id', AttributeType: 'S' as const }];
    const KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' as const }];
    await local.createTable({ TableName: target, AttributeDefinitions, KeySchema, BillingMode: 'PAY_PER_REQUEST' });
    made.push(target);
    await expect(restored(aRequest({ target }))).rejects.toThrow(`${target} is not ready.\nits key is id`);
    expect((await findTable(client, target))?.DeletionProtectionEnabled).not.toBe(true);
  });
});

describe('a plan', () => {
  test('describes every step, and creates nothing', async () => {
    const given = aRequest();
    const steps = await planRestore(client, given);
    expect(steps).toHaveLength(5);
    expect(steps[0]).toContain(`Restore ${source} as of 2026-01-15T12:00:00.000Z to ${given.target}`);
    expect(steps[4]).toContain(`Leave ${source} as it is`);
    expect(await findTable(client, given.target)).toBeUndefined();
  });

  test.each([
    ['if nothing is known', {}, /about 0 s for 0 items, or about 0 s if one store/],
    ['by the work', { ItemCount: 606_060 }, /about 135 s for 606,060 items, or about 4 minutes if one store/],
    ['by the size', { ItemCount: 9000, TableSizeBytes: 3 * 2 ** 30 }, /about 66 s for 9,000 items, or about 5 minutes if/],
    ['by the warmth', { ItemCount: 90_000_000, WarmThroughput: { ReadUnitsPerSecond: 60_000 } }, /about 334 minutes for .*/],
  ])('estimates how long the service is closed %s', async (_, known, text) => {
    aws.DescribeTable = async (_, forward) => {
      const { Table } = (await forward()) as { Table: TableDescription };
      return { Table: { ...Table, ItemCount: 0, TableSizeBytes: 0, ...known } };
    };
    expect((await planRestore(client, aRequest())).at(-1)).toMatch(text);
  });

  test.each([
    ['before', '2025-12-31T23:59:59Z'],
    ['after', '2026-02-01T00:00:01Z'],
  ])('rejects a time %s the window', async (_, at) => {
    const rejected = planRestore(client, aRequest({ at: new Date(at) }));
    await expect(rejected).rejects.toThrow('between 2026-01-01T00:00:00.000Z and 2026-02-01T00:00:00.000Z');
  });

  test('rejects a table without recovery, and one that does not exist', async () => {
    aws.DescribeContinuousBackups = ignored;
    await expect(planRestore(client, aRequest())).rejects.toThrow('recovery is off');
    await expect(planRestore(client, aRequest({ source: 'nothing' }))).rejects.toThrow('There is no table nothing');
  });
});

test('names each key and index that differs from what the service needs', () => {
  const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
  const due = { IndexName: 'due', KeySchema: [key('due_shard', 'HASH'), key('due', 'RANGE')] };
  const table = {
    KeySchema: [key('id', 'HASH')],
    GlobalSecondaryIndexes: [{ ...due, Projection: { ProjectionType: 'ALL' as const } }],
  };
  expect(schemaProblems(table).map(({ problem }) => problem)).toEqual([
    'its key is id instead of pk sk',
    'its index listed (listed listed_at, INCLUDE json) is missing',
    'its index changed (pk changed, INCLUDE authorized cancelled created sums) is missing',
    'its index unfinished (pk unfinished, KEYS_ONLY) is missing',
    'its index due is due_shard due, ALL instead of due_shard due, KEYS_ONLY',
  ]);
});

describe('a table with other indexes', () => {
  // DynamoDB Local builds one index at a time for all tables, so this one has a database of its own.
  let own: Program;
  beforeAll(async () => {
    own = await startDatabase(undefined);
  });
  afterAll(() => own.stop());

  test('gets a command for each, and the commands work', async () => {
    const client = new DynamoDB({ endpoint: own.endpoint });
    const TableName = uniqueName('table');
    await createTable(own.endpoint, TableName);
    const other = { IndexName: 'other', KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }] };
    const Create = { ...other, Projection: { ProjectionType: 'KEYS_ONLY' as const } };
    const updated = async (GlobalSecondaryIndexUpdates: Fields, more = {}) => {
      await client.updateTable({ TableName, GlobalSecondaryIndexUpdates, ...more });
      // A table changes one index at a time.
      const isDone = async () => {
        const { GlobalSecondaryIndexes = [] } = (await findTable(client, TableName)) ?? {};
        return GlobalSecondaryIndexes.every(({ IndexStatus = 'ACTIVE' }) => IndexStatus === 'ACTIVE');
      };
      while (!(await isDone())) await sleep(100);
    };
    await updated([{ Create }], { AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }] });
    await updated([{ Delete: { IndexName: 'due' } }]);
    const differences = async () => {
      const table = (await findTable(client, TableName)) ?? {};
      return [...schemaProblems(table), ...additions(table)];
    };
    const found = await differences();
    expect(found.map(({ problem }) => problem)).toEqual([
      'its index due (due_shard due, KEYS_ONLY) is missing',
      'it has another index, other',
    ]);
    for (const { remedy } of found) {
      const [, definitions = '', updates = ''] =
        /^aws dynamodb update-table --table-name \S+ (?:--attribute-definitions (.*) )?--global-secondary-index-updates '(.*)'$/.exec(
          remedy,
        ) ?? [];
      const AttributeDefinitions = [...definitions.matchAll(/AttributeName=(\w+),AttributeType=(S)/g)].map(
        ([, AttributeName, AttributeType]) => ({ AttributeName, AttributeType }),
      );
      await updated(JSON.parse(updates), AttributeDefinitions.length > 0 ? { AttributeDefinitions } : {});
    }
    expect(await differences()).toEqual([]);
    const StreamSpecification = { StreamEnabled: true };
    expect(additions({ TableName: 'x', StreamSpecification })).toEqual([
      {
        problem: 'its stream is on',
        remedy: 'aws dynamodb update-table --table-name x --stream-specification StreamEnabled=false',
      },
    ]);
  });
});

describe('recovery', () => {
  const unavailable = new ContinuousBackupsUnavailableException({ message: 'not yet', $metadata: {} });

  test('is turned on again if a new table rejects it at first', async () => {
    let rejections = 2;
    aws.UpdateContinuousBackups = () => (rejections-- > 0 ? Promise.reject(unavailable) : undefined);
    await turnOnRecovery(client, 'restored', 3, 1);
    expect(sent).toHaveLength(3);
  });

  test.each<[string, Error, number]>([
    ['every attempt is rejected', unavailable, 3],
    ['access is denied', new Error('AccessDenied'), 1],
  ])('fails if %s', async (_, error, times) => {
    aws.UpdateContinuousBackups = () => Promise.reject(error);
    await expect(turnOnRecovery(client, 'restored', 3, 1)).rejects.toBe(error);
    expect(sent).toHaveLength(times);
  });
});

test('the policy of the old table denies every write to everyone', async () => {
  const TableArn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/store';
  await refuseWrites(client, { TableArn });
  const [{ ResourceArn, Policy }, ...more] = inputsOf('PutResourcePolicy');
  expect([ResourceArn, more]).toEqual([TableArn, []]);
  const writes = ['BatchWriteItem', 'DeleteItem', 'PartiQLDelete', 'PartiQLInsert', 'PartiQLUpdate', 'PutItem', 'UpdateItem'];
  const [statement, ...others] = JSON.parse(Policy).Statement;
  expect(statement).toMatchObject({ Effect: 'Deny', Principal: '*', Resource: TableArn });
  expect([statement.Action.sort(), others]).toEqual([writes.map((action) => `dynamodb:${action}`), []]);
});
