import { Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { publicEndpoints } from '../../../lib/api/publicEndpoints.ts';
import type { Stage } from '../stage.ts';
import { gatewayStage } from './gateway.ts';

const keyHeader = { name: 'X-API-KEY', textTransformations: [{ priority: 0, type: 'NONE' }] };

/** The form of a key, as in lib/key/token.ts. Any other text counts as no key. */
const hasKey: CfnWebACL.StatementProperty = {
  regexMatchStatement: {
    fieldToMatch: { singleHeader: { Name: keyHeader.name } },
    regexString: '^s(p_live_[0-9a-z]{26}|m_live_[0-9a-z]{52}([0-9a-z]{26})?)[0-9A-Za-z]{44}$',
    textTransformations: keyHeader.textTransformations,
  },
};

const publicNames = new Set(publicEndpoints.map(({ path }) => (path.split('/')[1] as string).replace('.', '\\.')));

/** The default address of the gateway has the name of its stage in front of each path. */
const isPublic: CfnWebACL.StatementProperty = {
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString: `^(/${gatewayStage})?/(${[...publicNames].join('|')})(/|$)`,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
};

/** The requests a minute that each rule lets pass. No rule limits a store that stays within the largest quota. */
export function firewallLimits({ quotas }: Pick<Stage, 'quotas'>) {
  const largestQuota = Math.max(...Object.values(quotas)) * 6;
  const perKey = Math.ceil(largestQuota * 1.2);
  return { perKey, perAddress: Math.ceil(largestQuota * 1.5), withoutKey: 3000, publicPaths: 300 };
}

/**
 * Blocks a key or address that sends too many requests, before the gateway counts them. `gatewayResponses` contains the
 * response.
 */
export function addFirewall(scope: Construct, api: RestApiBase, stage: Stage): void {
  const { perKey, perAddress, withoutKey, publicPaths } = firewallLimits(stage);
  const noKey = { notStatement: { statement: hasKey } };
  const rules: Record<string, Omit<CfnWebACL.RateBasedStatementProperty, 'evaluationWindowSec'>> = {
    PerKey: { limit: perKey, aggregateKeyType: 'CUSTOM_KEYS', customKeys: [{ header: keyHeader }], scopeDownStatement: hasKey },
    PerAddress: { limit: perAddress, aggregateKeyType: 'IP' },
    WithoutKey: { limit: withoutKey, aggregateKeyType: 'IP', scopeDownStatement: noKey },
    PublicPaths: { limit: publicPaths, aggregateKeyType: 'IP', scopeDownStatement: isPublic },
  };
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
    rules: Object.entries(rules).map(([name, rule], priority) => ({
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
