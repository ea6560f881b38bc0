import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from '@jest/globals';
import { regionalEndpoint } from '../../../infra/bundle/leanSdk.ts';

const regions = ['eu-central-1', 'us-east-1', 'ap-southeast-2', 'us-gov-west-1', 'cn-north-1', 'eusc-de-east-1'];
const clients = { dynamodb: DynamoDBClient, secretsmanager: SecretsManagerClient, sqs: SQSClient };

test.each(Object.keys(clients).flatMap((service) => regions.map((region) => [service, region] as const)))(
  'the replaced rules find the endpoint of %s in %s',
  async (service, region) => {
    const source = encodeURIComponent(regionalEndpoint(service));
    const { defaultEndpointResolver } = await import(`data:text/javascript,${source}`);
    const given = { Region: region, UseFIPS: false, UseDualStack: false };
    const { endpointProvider } = new clients[service as keyof typeof clients]({ region }).config;
    expect(`${defaultEndpointResolver(given).url}`).toBe(`${endpointProvider(given).url}`);
  },
);

test('the replaced rules use a given endpoint, and refuse kinds that they do not know', async () => {
  const { defaultEndpointResolver } = await import(`data:text/javascript,${encodeURIComponent(regionalEndpoint('dynamodb'))}`);
  expect(`${defaultEndpointResolver({ Endpoint: 'http://127.0.0.1:8000', Region: 'eu-central-1' }).url}`).toBe(
    'http://127.0.0.1:8000/',
  );
  expect(() => defaultEndpointResolver({ Region: 'eu-central-1', UseFIPS: true })).toThrow('AWS_ENDPOINT_URL');
});
