import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { warmed } from '../../../infra/bundle/warmed.ts';
import { formerAccess } from '../../../infra/stacks/functions/functions.ts';
import { routes } from '../../../lib/routes.ts';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { callEverything } from '../../support/grants/callEverything.ts';
import { aQueue, recordedNeeds, recordNeeds } from '../../support/grants/needs.ts';
import type { Need } from '../../support/grants/needsOf.ts';
import { functionOf, propertiesOf, templatesOf } from '../../support/synthesized.ts';

const { service } = templatesOf('prod');
let queue: Awaited<ReturnType<typeof aQueue>>;

beforeAll(async () => {
  queue = await aQueue();
  await callEverything();
});

afterAll(() => queue.close());

type Statement = {
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
};

function statementsOf(id: string): Statement[] {
  const role = service.findResources('AWS::IAM::Role')[functionOf(service, id).Role['Fn::GetAtt'][0]];
  return role?.Properties.Policies[0].PolicyDocument.Statement;
}

const attributesOf = (condition: Statement['Condition']) =>
  (condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'] ?? []) as string[];

/** Grants such as `dynamodb:GetItem table`. An update may be limited to `last_used` or to the quota. */
const granted = (id: string) =>
  statementsOf(id)
    .filter(({ Action }) => !String(Action).startsWith('logs:'))
    .flatMap(({ Action, Resource, Condition }) => {
      const [, , ...marks] = attributesOf(Condition);
      const isQuota = String(Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']) === 'QUOTA#*';
      const part = marks.length > 0 ? ` ${marks}` : isQuota ? ' quota' : '';
      const places = [Resource].flat().map(placeOf);
      return [Action].flat().flatMap((action) => places.map((place) => `${action} ${place}${part}`));
    })
    .sort();

function placeOf(resource: unknown): string {
  const text = JSON.stringify(resource);
  if (text.includes('DeliveryQueue')) return 'queue';
  if (text.includes('FollowQueue')) return 'follow queue';
  if (text.includes('webhook-keys')) return 'webhook keys';
  return /(index\/\w+)"/.exec(text)?.[1] ?? 'table';
}

/** A function that may update any attribute of a tenant's items does not need the grant for `last_used` there. */
function needed(needs: Need[], isPlatform = false): string[] {
  const all = new Set(needs.map(({ action, place }) => `${action} ${place}`));
  if (!isPlatform && all.has('dynamodb:UpdateItem table')) all.delete('dynamodb:UpdateItem table last_used');
  return [...all].sort();
}

/** Each action that writes, with each partition where it may. */
const writesOf = (id: string) =>
  statementsOf(id).flatMap(({ Action, Condition }) => {
    const partitions = [Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat();
    const writes = [Action].flat().filter((action) => /:(Put|Update|Delete)Item$/.test(action));
    return writes.flatMap((action) => partitions.map((partition: string) => `${action} ${partition}`));
  });
const partitionsOf = (id: string) =>
  new Set(statementsOf(id).flatMap(({ Condition }) => Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []));

const touched = (id: string) =>
  new Set(recordedNeeds(id).flatMap(({ place, partition }) => (partition && !place.startsWith('index') ? [partition] : [])));

const everyone = [...routes.map(({ id }) => id), 'deliver', 'follow', 'sweep', 'unmatched', 'site', 'health'];

/** Those that call a receiver or store a secret. */
const readsWebhookKeys = new Set([
  'calculateRates',
  'changeWebhook',
  'deliver',
  'follow',
  'replaceWebhookSecret',
  'testWebhook',
]);

test.each(everyone.filter((id) => id !== 'unmatched'))('%s is granted exactly the AWS calls that it makes', (id) => {
  const { caller, changesOrders } = routes.find((route) => route.id === id) ?? {};
  const quota = caller === 'management' ? ['dynamodb:UpdateItem table quota'] : [];
  // A function that has just sent one sends no second message.
  const ring = changesOrders || id === 'deliver' ? ['sqs:SendMessage follow queue'] : [];
  // The tests have the keys in an environment variable.
  const keys = readsWebhookKeys.has(id) ? ['secretsmanager:GetSecretValue webhook keys'] : [];
  const queue = { deliver: 'queue', follow: 'follow queue' }[id];
  const receive = queue ? ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((one) => `sqs:${one} ${queue}`) : [];
  const needs = needed(recordedNeeds(id), caller === 'platform');
  const lines = [...new Set([...needs, ...quota, ...ring, ...keys, ...receive])].sort();
  // The last release may have made others.
  expect([...new Set(granted(id))]).toEqual(formerAccess[id] ? expect.arrayContaining(lines) : lines);
});

test.each([...warmed])('%s may make the read that warms it up', (file, { caller }) => {
  const id = file.split('/').at(-1) as string;
  const action = caller === 'management' ? 'dynamodb:BatchGetItem' : 'dynamodb:GetItem';
  const reads = statementsOf(id).filter(({ Action }) => [Action].flat().includes(action));
  expect(reads.map(({ Condition }) => [Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']].flat())).toEqual([
    expect.arrayContaining(['T#*']),
  ]);
});

test('unmatched may call the functions of operations, and nothing else', () => {
  const [invoke, ...more] = statementsOf('unmatched').filter(({ Action }) => !String(Action).startsWith('logs:'));
  expect([invoke?.Action, more]).toEqual(['lambda:InvokeFunction', []]);
  expect(JSON.stringify(invoke?.Resource)).toContain(':function:StorePlatform-prod-api-*');
  const callable = propertiesOf(service, 'AWS::Lambda::Function').filter(({ FunctionName }) =>
    FunctionName?.startsWith('StorePlatform-prod-api-'),
  );
  expect(callable.map(({ Description }) => Description).sort()).toEqual(
    [...routes.map(({ id }) => id), 'site', 'health'].sort(),
  );
  for (const { FunctionName, Description } of callable) expect(FunctionName).toBe(`StorePlatform-prod-api-${Description}`);
});

test('a management function reports request counts to the table', async () => {
  process.env.QUOTAS = '{"plan1":1000}';
  const { key } = await aStore();
  for (let i = 0; i < 6; i++) await recordNeeds('getLegal', () => call('getLegal', { as: key }));
  delete process.env.QUOTAS;
  expect(recordedNeeds('getLegal')).toContainEqual({ action: 'dynamodb:UpdateItem', place: 'table', partition: 'QUOTA#*' });
});

test.each(routes.filter(({ caller }) => caller === 'management'))('$id reaches only the partitions of tenants', ({ id }) => {
  expect(partitionsOf(id)).toEqual(new Set(['T#*', 'QUOTA#*']));
  expect([...touched(id)].filter((partition) => partition !== 'QUOTA#*')).toEqual(['T#*']);
});

test('the platform interface reaches only partitions that its operations use', () => {
  const platform = routes.filter(({ caller }) => caller === 'platform').map(({ id }) => id);
  const all = new Set(platform.flatMap((id) => [...touched(id)]));
  for (const id of platform) expect(partitionsOf(id)).toEqual(all);
  const used = platform.flatMap((id) => recordedNeeds(id).map(({ action, partition }) => `${action} ${partition}`));
  const unused = platform.flatMap((id) => writesOf(id).filter((write) => !used.includes(write)));
  expect(unused).toEqual([]);
  for (const id of platform) {
    const writes = recordedNeeds(id).filter(
      ({ action, place }) => place === 'table' && /:(Put|Update|Delete)Item$/.test(action),
    );
    expect(writesOf(id)).toEqual(expect.arrayContaining(writes.map(({ action, partition }) => `${action} ${partition}`)));
  }
});

test('functions can change a platform key only to record its last use or revocation', () => {
  const writes = everyone.flatMap((id) =>
    statementsOf(id).flatMap(({ Action, Condition }) => {
      const partitions = [Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat();
      const isWrite = [Action].flat().some((action) => /:(Put|Update|Delete)Item$/.test(action));
      const marks = attributesOf(Condition).slice(2).join();
      return isWrite && partitions.includes('PLATFORM#KEY') ? [`${marks || 'everything'} by ${id}`] : [];
    }),
  );
  const platform = routes.filter(({ caller }) => caller === 'platform').map(({ id }) => `last_used by ${id}`);
  expect(writes.sort()).toEqual([...platform, 'revoked by revokePlatformKey'].sort());
});

test('only deliver and follow may receive and delete messages, each of its queue', () => {
  const receivers = everyone.flatMap((id) => granted(id).flatMap((line) => (/ReceiveMessage/.test(line) ? [[id, line]] : [])));
  expect(receivers).toEqual([
    ['deliver', 'sqs:ReceiveMessage queue'],
    ['follow', 'sqs:ReceiveMessage follow queue'],
  ]);
  expect(service.findResources('AWS::IAM::Policy')).toEqual({});
});

test('queues accept TLS only', () => {
  const { PolicyDocument, Queues } = propertiesOf(service, 'AWS::SQS::QueuePolicy')[0] ?? {};
  const Condition = { Bool: { 'aws:SecureTransport': 'false' } };
  expect(PolicyDocument.Statement).toEqual([
    { Effect: 'Deny', Principal: { AWS: '*' }, Action: 'sqs:*', Resource: '*', Condition },
  ]);
  const queues = Object.keys(service.findResources('AWS::SQS::Queue'));
  expect(Queues).toEqual(expect.arrayContaining(queues.map((Ref) => ({ Ref }))));
});
