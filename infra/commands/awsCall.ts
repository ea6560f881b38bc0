import { createHash, createHmac } from 'node:crypto';

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
export type AwsRequest = {
  /** Its name in signatures, such as `ssm`. */
  service: string;
  body: string;
  contentType: string;
  /** The operation, for services that read JSON. */
  target?: string;
};

/** Calls AWS without the SDK's client of the service, which would be another dependency for a single call. */
export async function callAws(url: URL, region: string, credentials: Credentials, request: AwsRequest): Promise<Response> {
  const headers = signedHeaders(url, region, credentials, request, new Date());
  return fetch(url, { method: 'POST', headers, body: request.body, signal: AbortSignal.timeout(5000) });
}

/** The headers of a request that is signed by AWS Signature Version 4. */
export function signedHeaders(
  { host }: URL,
  region: string,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  { service, body, contentType, target }: AwsRequest,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const headers = {
    'content-type': contentType,
    host,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
    ...(target && { 'x-amz-target': target }),
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = ['POST', '/', '', lines.join(''), names, hash(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const secret = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(secret, ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n')).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
