import { lookup } from 'node:dns/promises';
import { ACM, ResourceNotFoundException } from '@aws-sdk/client-acm';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Lambda } from '@aws-sdk/client-lambda';
import { ParameterNotFound, SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';
import { awsTimeouts } from '../../../lib/api/awsTimeouts.ts';
import { additions, getTable, schemaProblems, settingsThatAreOff, unknownIndexes } from '../restore/tableSettings.ts';
import { findStack } from '../stackOutputs.ts';

/** What the checks need to know about the account. */
export type Account = Awaited<ReturnType<typeof awsAccount>>;

/** The account and region of the AWS profile. */
export async function awsAccount() {
  const settings = awsTimeouts();
  const lambda = new Lambda(settings);
  const region = await lambda.config.region();
  return {
    region,
    id: (await new STS(settings).getCallerIdentity()).Account ?? '',
    /** The lasting settings of the stage's last deployment; undefined if it was never deployed. */
    async deployed(stage: string): Promise<Record<string, string> | undefined> {
      const service = await findStack(`StorePlatform-${stage}`);
      const settings = service?.outputs.Settings;
      return settings === undefined ? undefined : JSON.parse(settings);
    },
    /** The table that the data stack of the stage manages; undefined if it was never deployed. */
    async managedTable(stage: string) {
      return (await findStack(`StorePlatformData-${stage}`))?.outputs.TableName;
    },
    /** The stage's own key, which exists once the data stack was deployed with `kms`. */
    async ownKey(stage: string) {
      return (await findStack(`StorePlatformData-${stage}`))?.outputs.TableKeyArn;
    },
    /** The key that encrypts a table; undefined if AWS owns it. */
    async tableKey(name: string) {
      return (await getTable(new DynamoDB(settings), name)).SSEDescription?.KMSMasterKeyArn;
    },
    /** How a table differs from the one that the data stack would make, and what corrects it. Throws if there is none. */
    async tableDifferences(name: string, isProtected: boolean) {
      const client = new DynamoDB(settings);
      const table = await getTable(client, name);
      return [...schemaProblems(table), ...additions(table), ...(await settingsThatAreOff(client, name, isProtected))];
    },
    /** The indexes of a table that the data stack would delete. */
    unknownIndexes: async (name: string) => unknownIndexes(await getTable(new DynamoDB(settings), name)),
    /** How many functions may run at once, and how many of these no function has reserved. */
    async concurrency() {
      const { AccountLimit = {} } = await lambda.getAccountSettings();
      const { ConcurrentExecutions: limit = 0, UnreservedConcurrentExecutions: unreserved = limit } = AccountLimit;
      return { limit, unreserved };
    },
    /** What API Gateway allows: requests per second, and in a burst. Undefined in an emulator. */
    async gatewayLimits() {
      if (process.env.AWS_ENDPOINT_URL) return undefined;
      const { throttleSettings = {} } = await new APIGateway(settings).getAccount();
      const { rateLimit: rate, burstLimit: burst } = throttleSettings;
      return rate && burst ? { rate, burst } : undefined;
    },
    /** The version of `cdk bootstrap`; undefined if it never ran in this account and region. */
    async bootstrapVersion() {
      const read = new SSM(settings).getParameter({ Name: '/cdk-bootstrap/hnb659fds/version' });
      const found = await read.catch(undefinedIf(ParameterNotFound));
      return found && Number(found.Parameter?.Value);
    },
    /** Undefined if the account has no such certificate. */
    async certificate(CertificateArn: string) {
      const read = new ACM(settings).describeCertificate({ CertificateArn });
      const found = await read.catch(undefinedIf(ResourceNotFoundException));
      const { Status: status = 'unknown', SubjectAlternativeNames: names = [] } = found?.Certificate ?? {};
      return found && { status: String(status), names };
    },
    /** Whether the region has the service. */
    async hasService(service: string) {
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
