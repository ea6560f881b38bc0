import { client } from '../../lib/db/client.ts';
import { type Credentials, callAws } from './awsCall.ts';

/**
 * The AWS principal that runs a command, for the audit log: its ARN, or its access key ID if STS cannot be reached, such as
 * with a local database.
 */
export async function awsPrincipal(): Promise<string> {
  const credentials = await client.config.credentials();
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_STS, AWS_ENDPOINT_URL } = process.env;
  const region = await client.config.region();
  const suffix = region.startsWith('cn-') ? '.cn' : '';
  const chosen = AWS_ENDPOINT_URL_STS ?? AWS_ENDPOINT_URL;
  const arn =
    AWS_ENDPOINT_URL_DYNAMODB && !chosen
      ? undefined
      : await callerArn(new URL(chosen ?? `https://sts.${region}.amazonaws.com${suffix}`), region, credentials);
  return arn ?? `access key ${credentials.accessKeyId}`;
}

const request = {
  service: 'sts',
  body: 'Action=GetCallerIdentity&Version=2011-06-15',
  contentType: 'application/x-www-form-urlencoded; charset=utf-8',
};

async function callerArn(url: URL, region: string, credentials: Credentials): Promise<string | undefined> {
  try {
    const response = await callAws(url, region, credentials, request);
    const arn = /<Arn>([^<]+)<\/Arn>/.exec(await response.text())?.[1];
    if (arn) return arn;
    process.stderr.write(
      `STS did not name the AWS principal (status ${response.status}). The audit log records the access key ID instead.\n`,
    );
  } catch (error) {
    process.stderr.write(
      `STS cannot be reached (${(error as Error).message}). The audit log records the access key ID instead.\n`,
    );
  }
  return undefined;
}
