export const certificate = 'arn:aws:acm:eu-central-1:111122223333:certificate/7f1c2d3e-0000-4000-8000-000000000000';
const domain = { domain: 'api.example.com', certificate };
export const prod = { stage: 'prod', alarms: 'ops@example.com', backup: 'none' };
const backup = 'arn:aws:backup:eu-west-1:444455556666:backup-vault:store-copies';

/** What CDK says about the account of the deployment. */
export const deployedTo = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' };

/** The settings of each tested stage, as in `cdk synth -c …`. */
export const stages = {
  dev: {},
  prod,
  everything: {
    ...{ stage: 'prod', alarms: 'ops@example.com', ...domain, tracing: 'on', kms: 'on', table: 'restored-table' },
    ...{ warm: '12000', budget: '500', shift: 'now', inform: 'team@example.com', gateway: '2500/1250', backup },
  },
  closed: { ...prod, closed: 'on' },
  exclusive: { ...domain, exclusive: 'on', rates: '5' },
  restored: { table: 'restored-table' },
  emulated: {},
  leaky: {},
} satisfies Record<string, Record<string, string>>;

export type StageName = keyof typeof stages;

/** The templates of both stacks, whether each is deployed after the other, and the findings of the AWS checks. */
export type Synthesized = {
  data: Record<string, unknown>;
  service: Record<string, unknown>;
  after: { data: boolean; service: boolean };
  findings: string | null;
};
