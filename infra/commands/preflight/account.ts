import { lookup } from 'node:dns/promises';
import { ACMClient, DescribeCertificateCommand, ResourceNotFoundException } from '@aws-sdk/client-acm';
import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsTimeouts } from '../../../lib/api/awsTimeouts.ts';
import type { Stage } from '../../stacks/stage.ts';
import { additions, type Difference, getTable, schemaProblems, settingsThatAreOff } from '../restore/tableSettings.ts';
import { findStack } from '../stackOutputs.ts';

type Certificate = { status: string; names: string[] };

/** What the checks need to know about the account. */
export type Account = {
  region: string;
  id: string;
  /** The lasting settings of the stage's last deployment; undefined if it was never deployed. */
  deployed(stage: string): Promise<Record<string, string> | undefined>;
  /** The table that the data stack of the stage manages; undefined if it was never deployed. */
  managedTable(stage: string): Promise<string | undefined>;
  /** How a table differs from the one that the data stack would make, and what corrects it. Throws if there is none. */
  tableDifferences(name: string): Promise<Difference[]>;
  /** How many functions may run at once, and how many of these no function has reserved. */
  concurrency(): Promise<{ limit: number; unreserved: number }>;
  /** What API Gateway allows: requests per second, and in a burst. Undefined in an emulator. */
  gatewayLimits(): Promise<Stage['gateway'] | undefined>;
  /** The version of `cdk bootstrap`; undefined if it never ran in this account and region. */
  bootstrapVersion(): Promise<number | undefined>;
  /** Undefined if the account has no such certificate. */
  certificate(arn: string): Promise<Certificate | undefined>;
  /** Whether the region has the service. */
  hasService(service: string): Promise<boolean>;
};

/** The account and region of the AWS profile. */
export async function awsAccount(): Promise<Account> {
  const settings = awsTimeouts();
  const lambda = new LambdaClient(settings);
  const region = await lambda.config.region();
  return {
    region,
    id: (await new STSClient(settings).send(new GetCallerIdentityCommand())).Account ?? '',
    async deployed(stage) {
      const service = await findStack(`StorePlatform-${stage}`);
      return service && JSON.parse(service.outputs.Settings ?? '{}');
    },
    async managedTable(stage) {
      return (await findStack(`StorePlatformData-${stage}`))?.outputs.TableName;
    },
    async tableDifferences(name) {
      const client = new DynamoDBClient(settings);
      const table = await getTable(client, name);
      return [...schemaProblems(table), ...additions(table), ...(await settingsThatAreOff(client, name))];
    },
    async concurrency() {
      const { AccountLimit = {} } = await lambda.send(new GetAccountSettingsCommand({}));
      const { ConcurrentExecutions: limit = 0, UnreservedConcurrentExecutions: unreserved = limit } = AccountLimit;
      return { limit, unreserved };
    },
    async gatewayLimits() {
      if (process.env.AWS_ENDPOINT_URL) return undefined;
      const { throttleSettings = {} } = await new APIGatewayClient(settings).send(new GetAccountCommand());
      const { rateLimit: rate, burstLimit: burst } = throttleSettings;
      return rate && burst ? { rate, burst } : undefined;
    },
    async bootstrapVersion() {
      const read = new SSMClient(settings).send(new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' }));
      const found = await read.catch(undefinedIf(ParameterNotFound));
      return found && Number(found.Parameter?.Value);
    },
    async certificate(CertificateArn) {
      const read = new ACMClient(settings).send(new DescribeCertificateCommand({ CertificateArn }));
      const found = await read.catch(undefinedIf(ResourceNotFoundException));
      const { Status = 'unknown', SubjectAlternativeNames: names = [] } = found?.Certificate ?? {};
      return found && { status: Status, names };
    },
    async hasService(service) {
      if (process.env.AWS_ENDPOINT_URL) return true;
      return lookup(`${service}.${region}.amazonaws.com`).then(
        () => true,
        () => false,
      );
    },
  };
}

const undefinedIf = (missing: abstract new (...args: never[]) => Error) => (error: unknown) => {
  if (!(error instanceof missing)) throw error;
  return undefined;
};
