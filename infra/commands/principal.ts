import { createHash, createHmac } from 'node:crypto';
import { client } from '../../lib/db/client.ts';

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

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

const body = 'Action=GetCallerIdentity&Version=2011-06-15';

/** Calls STS directly, because the SDK's client would be another dependency for a single call. */
async function callerArn(url: URL, region: string, credentials: Credentials): Promise<string | undefined> {
  const headers = signedHeaders(url, region, credentials, new Date());
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5000) });
    const arn = /<Arn>([^<]+)<\/Arn>/.exec(await response.text())?.[1];
    if (arn) return arn;
    process.stderr.write(
      `STS did not name the AWS principal (status ${response.status}). The audit log names its access key.\n`,
    );
  } catch (error) {
    process.stderr.write(`STS cannot be reached (${(error as Error).message}). The audit log names the access key.\n`);
  }
  return undefined;
}

/** The headers of a request that is signed by AWS Signature Version 4. */
export function signedHeaders({ host }: URL, region: string, credentials: Credentials, now: Date): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    host,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = ['POST', '/', '', lines.join(''), names, hash(body)].join('\n');
  const scope = `${day}/${region}/sts/aws4_request`;
  const secret = [day, region, 'sts', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(secret, ['AWS4-HMAC-SHA256', time, scope, hash(request)].join('\n')).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
