import { STS } from '@aws-sdk/client-sts';
import { awsTimeouts } from '../../lib/api/awsTimeouts.ts';
import { databaseClient } from '../../lib/db/client.ts';

/**
 * The AWS principal that runs a command, for the audit log: its ARN, or its access key ID if STS does not name it or the
 * database is local.
 */
export async function awsPrincipal(): Promise<string> {
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_STS, AWS_ENDPOINT_URL } = process.env;
  const { accessKeyId } = await databaseClient().config.credentials();
  const isLocal = AWS_ENDPOINT_URL_DYNAMODB && !AWS_ENDPOINT_URL_STS && !AWS_ENDPOINT_URL;
  const arn = isLocal ? undefined : await callerArn();
  return arn ?? `access key ${accessKeyId}`;
}

async function callerArn(): Promise<string | undefined> {
  try {
    return (await new STS(awsTimeouts()).getCallerIdentity()).Arn;
  } catch (error) {
    process.stderr.write(
      `STS did not name the principal (${(error as Error).message}). The audit log will have the access key ID instead.\n`,
    );
    return undefined;
  }
}
