import { expect, test } from '@jest/globals';
import { synthesized } from '../../support/synthesized.ts';

type Resource = { Type: string; Properties?: Record<string, unknown> };

/** Kinds of resources whose names are shared by all regions of an account, or by everybody. */
const globalNames: Record<string, string> = {
  'AWS::Budgets::Budget': 'Budget.BudgetName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::IAM::User': 'UserName',
  'AWS::Route53::HostedZone': 'Name',
  'AWS::S3::Bucket': 'BucketName',
};

/** The explicit names that the stacks of a stage give to global things. */
function namesIn(stage: 'everything' | 'elsewhere', region: string): string[] {
  const { data, service } = synthesized(stage);
  const resources = [data, service].flatMap((template) => Object.values(template.Resources as Record<string, Resource>));
  return resources.flatMap(({ Type, Properties }) => {
    const path = globalNames[Type]?.split('.') ?? [];
    const name = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], Properties);
    return path.length > 0 && name !== undefined ? [JSON.stringify(name).replaceAll('{"Ref":"AWS::Region"}', region)] : [];
  });
}

test('a stage can be deployed to a second region of the account: no global name is used twice', () => {
  const [here, there] = [namesIn('everything', 'eu-central-1'), namesIn('elsewhere', 'eu-north-1')];
  expect(here).toHaveLength(1);
  expect(here.filter((name) => there.includes(name))).toEqual([]);
});
