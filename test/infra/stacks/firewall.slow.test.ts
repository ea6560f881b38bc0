import { expect, test } from '@jest/globals';
import { firewallLimits } from '../../../infra/stacks/gateway/firewall.ts';
import { defaultQuotas } from '../../../lib/quota/quotas.ts';
import { templatesOf } from '../../support/synthesized.ts';

test('production has a firewall that limits each key, each address, and each address without a key', () => {
  const { service } = templatesOf('prod');
  const [firewall] = Object.values(service.findResources('AWS::WAFv2::WebACL'));
  const { Rules, DefaultAction, Scope } = firewall?.Properties ?? {};
  expect([Scope, DefaultAction]).toEqual(['REGIONAL', { Allow: {} }]);
  const header = { Name: 'X-API-KEY', TextTransformations: [{ Priority: 0, Type: 'NONE' }] };
  const size = { FieldToMatch: { SingleHeader: { Name: 'X-API-KEY' } }, ComparisonOperator: 'GT', Size: 0 };
  expect(Rules.map(({ Priority, Action, Statement }: Record<string, unknown>) => [Priority, Action, Statement])).toMatchObject([
    [
      0,
      { Block: {} },
      { RateBasedStatement: { Limit: 72_000, AggregateKeyType: 'CUSTOM_KEYS', CustomKeys: [{ Header: header }] } },
    ],
    [1, { Block: {} }, { RateBasedStatement: { Limit: 90_000, AggregateKeyType: 'IP' } }],
    [
      2,
      { Block: {} },
      {
        RateBasedStatement: {
          Limit: 3000,
          AggregateKeyType: 'IP',
          ScopeDownStatement: { NotStatement: { Statement: { SizeConstraintStatement: size } } },
        },
      },
    ],
  ]);
  for (const { Statement } of Rules) expect(Statement.RateBasedStatement.EvaluationWindowSec).toBe(60);
  service.hasResourceProperties('AWS::WAFv2::WebACLAssociation', { WebACLArn: { 'Fn::GetAtt': ['Firewall', 'Arn'] } });
});

test('a firewall stores no sample of a request, since that would contain a key', () => {
  expect(JSON.stringify(templatesOf('prod').service.findResources('AWS::WAFv2::WebACL'))).not.toContain(
    '"SampledRequestsEnabled":true',
  );
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
