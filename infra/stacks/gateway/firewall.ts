import { Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

const keyHeader = { name: 'X-API-KEY', textTransformations: [{ priority: 0, type: 'NONE' }] };

const hasKey: CfnWebACL.StatementProperty = {
  sizeConstraintStatement: {
    fieldToMatch: { singleHeader: { Name: keyHeader.name } },
    comparisonOperator: 'GT',
    size: 0,
    textTransformations: keyHeader.textTransformations,
  },
};

/** The requests a minute that each rule lets pass. No rule limits a store that stays within the largest quota. */
export function firewallLimits({ quotas }: Pick<Stage, 'quotas'>) {
  const largestQuota = Math.max(...Object.values(quotas)) * 6;
  return { perKey: Math.ceil(largestQuota * 1.2), perAddress: Math.ceil(largestQuota * 1.5), withoutKey: 3000 };
}

/**
 * Blocks a key or address that sends too many requests, before the gateway counts them. `gatewayResponses` contains the
 * response.
 */
export function addFirewall(scope: Construct, api: RestApiBase, stage: Stage): void {
  const limits = firewallLimits(stage);
  const rules: [name: string, rule: Omit<CfnWebACL.RateBasedStatementProperty, 'evaluationWindowSec'>][] = [
    ['PerKey', { limit: limits.perKey, aggregateKeyType: 'CUSTOM_KEYS', customKeys: [{ header: keyHeader }] }],
    ['PerAddress', { limit: limits.perAddress, aggregateKeyType: 'IP' }],
    [
      'WithoutKey',
      { limit: limits.withoutKey, aggregateKeyType: 'IP', scopeDownStatement: { notStatement: { statement: hasKey } } },
    ],
  ];
  const visibility = (name: string) => ({
    cloudWatchMetricsEnabled: true,
    metricName: `${Stack.of(scope).stackName}-${name}`,
    // Sampled requests would contain keys.
    sampledRequestsEnabled: false,
  });
  const firewall = new CfnWebACL(scope, 'Firewall', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility('Firewall'),
    rules: rules.map(([name, rule], priority) => ({
      name,
      priority,
      action: { block: {} },
      statement: { rateBasedStatement: { ...rule, evaluationWindowSec: 60 } },
      visibilityConfig: visibility(name),
    })),
  });
  new CfnWebACLAssociation(scope, 'FirewallAssociation', {
    resourceArn: api.deploymentStage.stageArn,
    webAclArn: firewall.attrArn,
  });
}
