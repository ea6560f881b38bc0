import { lookup } from 'node:dns/promises';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { callAws } from '../awsCall.ts';

type Certificate = { status: string; names: string[] };

/** What the checks need to know about the account. */
export type Account = {
  region: string;
  /** How many functions may run at once, and how many of these no function has reserved. */
  concurrency(): Promise<{ limit: number; unreserved: number }>;
  /** The version of `cdk bootstrap`; undefined if it never ran in this account and region. */
  bootstrapVersion(): Promise<number | undefined>;
  /** Undefined if the account has no such certificate. */
  certificate(arn: string): Promise<Certificate | undefined>;
  /** Whether the region has the service. */
  hasService(service: string): Promise<boolean>;
};

type Json = Record<string, unknown>;

/** The account and region of the AWS profile. */
export async function awsAccount(): Promise<Account> {
  const lambda = new LambdaClient();
  const region = await lambda.config.region();
  const { AWS_ENDPOINT_URL } = process.env;
  const endpoint = (service: string) => new URL(AWS_ENDPOINT_URL ?? `https://${service}.${region}.amazonaws.com`);

  async function call(service: string, target: string, input: Json): Promise<Json | undefined> {
    const request = { service, target, body: JSON.stringify(input), contentType: 'application/x-amz-json-1.1' };
    const response = await callAws(endpoint(service), region, await lambda.config.credentials(), request);
    const answer = (await response.json()) as Json;
    if (response.ok) return answer;
    const name = String(answer.__type);
    if (/ParameterNotFound|ResourceNotFound/.test(name)) return undefined;
    throw Object.assign(new Error(String(answer.message ?? answer.Message ?? name)), { name });
  }

  return {
    region,
    async concurrency() {
      const { AccountLimit = {} } = await lambda.send(new GetAccountSettingsCommand({}));
      const { ConcurrentExecutions: limit = 0, UnreservedConcurrentExecutions: unreserved = limit } = AccountLimit;
      return { limit, unreserved };
    },
    async bootstrapVersion() {
      const found = await call('ssm', 'AmazonSSM.GetParameter', { Name: '/cdk-bootstrap/hnb659fds/version' });
      return found && Number((found.Parameter as Json).Value);
    },
    async certificate(CertificateArn) {
      const found = await call('acm', 'CertificateManager.DescribeCertificate', { CertificateArn });
      const { Status, SubjectAlternativeNames = [] } = (found?.Certificate ?? {}) as Json;
      return found && { status: String(Status), names: SubjectAlternativeNames as string[] };
    },
    async hasService(service) {
      if (AWS_ENDPOINT_URL) return true;
      return lookup(endpoint(service).hostname).then(
        () => true,
        () => false,
      );
    },
  };
}
