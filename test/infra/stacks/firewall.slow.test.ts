import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { firewallLimits } from '../../../infra/stacks/gateway/firewall.ts';
import { makeToken, parseToken } from '../../../lib/key/token.ts';
import { defaultQuotas } from '../../../lib/quota/quotas.ts';
import { timeId } from '../../../lib/values/id.ts';
import { propertiesOf, templatesOf } from '../../support/synthesized.ts';

type Request = { path: string; key: string };
// biome-ignore lint/suspicious/noExplicitAny: a part of a template
type Statement = any;

const { service } = templatesOf('prod');
const [firewall = {}] = propertiesOf(service, 'AWS::WAFv2::WebACL');
const { Rules, DefaultAction, Scope } = firewall;

/** Whether AWS WAF counts this request in a rule. */
function counts(statement: Statement, request: Request): boolean {
  const { ScopeDownStatement, NotStatement, RegexMatchStatement } = statement;
  if (NotStatement) return !counts(NotStatement.Statement, request);
  if (!RegexMatchStatement) return !ScopeDownStatement || counts(ScopeDownStatement, request);
  const { FieldToMatch, RegexString } = RegexMatchStatement;
  const field = FieldToMatch.SingleHeader ? request.key : decodeURIComponent(request.path);
  return new RegExp(RegexString).test(field);
}

/** The names of the rules that count this request. */
const rulesFor = (request: Request): string[] =>
  Rules.filter(({ Statement }: Statement) => counts(Statement.RateBasedStatement, request)).map(({ Name }: Statement) => Name);

const keyOf = (owner: 'PLATFORM' | `ten_${string}`, user = '') => makeToken(owner, `key_${timeId(new Date())}`, 'secret', user);
const storeKey = keyOf(`ten_${timeId(new Date())}`);
const staffKey = keyOf(`ten_${timeId(new Date())}`, `usr_${timeId(new Date())}`);
const order = '/v1/management/order';

test('production has a firewall that limits each key, each address, and what needs no key', () => {
  expect([Scope, DefaultAction]).toEqual(['REGIONAL', { Allow: {} }]);
  const limits = Rules.map(({ Name, Priority, Action, Statement }: Statement) => {
    const { Limit, AggregateKeyType, EvaluationWindowSec } = Statement.RateBasedStatement;
    return [Name, Priority, Action, AggregateKeyType, Limit, EvaluationWindowSec];
  });
  expect(limits).toEqual([
    ['PerKey', 0, { Block: {} }, 'CUSTOM_KEYS', 72_000, 60],
    ['PerAddress', 1, { Block: {} }, 'IP', 90_000, 60],
    ['WithoutKey', 2, { Block: {} }, 'IP', 3000, 60],
    ['PublicPaths', 3, { Block: {} }, 'IP', 300, 60],
  ]);
  const header = { Name: 'X-API-KEY', TextTransformations: [{ Priority: 0, Type: 'NONE' }] };
  expect(Rules[0].Statement.RateBasedStatement.CustomKeys).toEqual([{ Header: header }]);
  service.hasResourceProperties('AWS::WAFv2::WebACLAssociation', { WebACLArn: { 'Fn::GetAtt': ['Firewall', 'Arn'] } });
});

describe('a key counts as one only in its true form', () => {
  test('every kind of key counts', () => {
    for (const key of [keyOf('PLATFORM'), storeKey, staffKey]) {
      expect(rulesFor({ path: order, key })).toEqual(['PerKey', 'PerAddress']);
    }
  });

  test('any other text is limited like no key', () => {
    const almost = [` ${storeKey}`, `${storeKey}0`, storeKey.slice(1), storeKey.replace('sm_', 'sp_')];
    for (const key of ['', 'x', 'sm_live_x', ...almost]) {
      expect(rulesFor({ path: order, key })).toEqual(['PerAddress', 'WithoutKey']);
    }
  });

  test('the firewall and the service agree on the form of a key', () => {
    const characters = [...'0aZ_- é'];
    const altered = fc
      .tuple(fc.constantFrom(keyOf('PLATFORM'), storeKey, staffKey), fc.nat(150), fc.nat(3), fc.constantFrom(...characters, ''))
      .map(([key, at, length, text]) => key.slice(0, at) + text + key.slice(at + length));
    fc.assert(
      fc.property(altered, (key) => {
        expect(rulesFor({ path: order, key }).includes('PerKey')).toBe(parseToken(key) !== undefined);
      }),
    );
  });
});

test.each([
  '/health',
  '/health/',
  '/live/health',
  '/docs',
  '/docs/getOrder',
  '/live/console/main.12345678.js',
  '/%6fpenapi.json',
  '/webhooks.json',
])('%s has a low limit, also with a key', (path) => {
  for (const key of ['junk', storeKey]) expect(rulesFor({ path, key })).toContain('PublicPaths');
});

test.each([order, '/v1/management/order/health', '/openapixjson', '/healthy', '/live', '/'])('%s has no such limit', (path) => {
  expect(rulesFor({ path, key: storeKey })).toEqual(['PerKey', 'PerAddress']);
});

test('a firewall stores no sample of a request, since that would contain a key', () => {
  expect(JSON.stringify(firewall)).not.toContain('"SampledRequestsEnabled":true');
});

test('a development stage has no firewall', () => {
  templatesOf('dev').service.resourceCountIs('AWS::WAFv2::WebACL', 0);
  templatesOf('dev').service.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
});

test('the firewall never rejects a store within its quota, even if a quota was raised', () => {
  for (const quotas of [defaultQuotas, { ...defaultQuotas, plan5: 50_000 }]) {
    const { perKey, perAddress } = firewallLimits({ quotas });
    const quotaPerMinute = quotas.plan5 * 6;
    expect(perKey).toBeGreaterThanOrEqual(quotaPerMinute * 1.2);
    expect(perAddress).toBeGreaterThanOrEqual(quotaPerMinute * 1.2);
  }
});
