import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { createGateway } from '../../../infra/stacks/gateway/gateway.ts';
import { type ErrorCode, statusOf } from '../../../lib/api/errors.ts';
import { publicEndpoints } from '../../../lib/api/publicEndpoints.ts';
import type { Endpoint } from '../../../lib/api/route.ts';
import { pathsOf, withoutSlash } from '../../../lib/api/router.ts';
import { routes } from '../../../lib/routes.ts';
import { propertiesOf, templatesOf } from '../../support/synthesized.ts';

const { service } = templatesOf('prod');

const api = () => propertiesOf(service, 'AWS::ApiGateway::RestApi')[0] ?? {};
const document = () => api().Body;

/** The handler that the gateway calls for each method of each path. */
function deployed() {
  const functions = service.findResources('AWS::Lambda::Function');
  const aliases = service.findResources('AWS::Lambda::Alias');
  const handlers: Record<string, string> = {};
  for (const [path, { parameters: _, ...methods }] of Object.entries(document().paths as object)) {
    for (const [verb, method] of Object.entries(methods as object)) {
      const uri = JSON.stringify(method['x-amazon-apigateway-integration'].uri);
      const [, alias = ''] = /"Ref":"(\w+Live\w+)"/.exec(uri) ?? [];
      const { Ref: id } = aliases[alias]?.Properties.FunctionName ?? {};
      handlers[`${verb.toUpperCase()} ${path}`] = functions[id]?.Properties.Handler;
    }
  }
  return handlers;
}

describe('the deployed document', () => {
  test('sends every row, alias and public path to its function, and everything else to unmatched', () => {
    const served = [...routes, ...publicEndpoints].flatMap((endpoint) =>
      pathsOf(endpoint).map((path) => ({ endpoint, path: withoutSlash(path) })),
    );
    const expected: Record<string, string> = {};
    for (const path of [...served.map(({ path }) => path), '/', '/{proxy+}']) {
      for (const verb of ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']) {
        expected[`${verb} ${path}`] = 'unmatched.handler';
      }
    }
    for (const { endpoint, path } of served) {
      const { id, method } = endpoint;
      const handler = 'caller' in endpoint ? `${endpoint.caller}/${id}.handler` : `${id}.handler`;
      for (const verb of method === 'GET' ? ['GET', 'HEAD'] : [method]) expected[`${verb} ${path}`] = handler;
    }
    expect(deployed()).toEqual(expected);
  });

  test('is OpenAPI 3.0.1, and calls functions with a role that allows nothing else', () => {
    expect(document().openapi).toBe('3.0.1');
    const { 'x-amazon-apigateway-integration': integration } = document().paths['/v1/platform/tenant/{id}'].get;
    expect(integration).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST' });
    const role = service.findResources('AWS::IAM::Role')[integration.credentials['Fn::GetAtt'][0]];
    const [statement, ...more] = role?.Properties.Policies[0].PolicyDocument.Statement ?? [];
    expect([statement.Action, statement.Resource.length, more]).toEqual(['lambda:InvokeFunction', routes.length + 3, []]);
  });

  test('has every setting of the API, because an import resets those that it leaves out', () => {
    const { Body, ...properties } = api();
    expect(properties).toMatchObject({
      Mode: 'overwrite',
      FailOnWarnings: true,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      Parameters: { endpointConfigurationTypes: 'REGIONAL' },
      SecurityPolicy: expect.stringMatching(/^SecurityPolicy_TLS13_1_2/),
    });
    expect(properties).not.toHaveProperty('BinaryMediaTypes');
    expect(Body).toMatchObject({
      'x-amazon-apigateway-minimum-compression-size': properties.MinimumCompressionSize,
      'x-amazon-apigateway-security-policy': properties.SecurityPolicy,
      'x-amazon-apigateway-endpoint-access-mode': properties.EndpointAccessMode,
      'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: properties.DisableExecuteApiEndpoint },
    });
    expect(properties.MinimumCompressionSize).toBe(1024);
  });

  test('declares the parameters of each path', () => {
    const { parameters } = document().paths['/v1/platform/tenant/{id}/key/{key_id}'];
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual(['id', 'key_id']);
  });
});

describe('a response of the gateway itself', () => {
  const responses = () => Object.entries(document()['x-amazon-apigateway-gateway-responses'] as object);

  test('has our error format, the request id in body and header, and the status of its code', () => {
    for (const [type, { statusCode, responseParameters, responseTemplates }] of responses()) {
      const { code, hint, ...body } = JSON.parse(responseTemplates['application/json']);
      expect(body).toEqual({ result: 'error', description: expect.any(String), request_id: '$context.requestId' });
      expect(hint !== undefined).toBe(code === 'unauthorized');
      expect({ type, status: statusCode }).toEqual({ type, status: String(statusOf[code as ErrorCode]) });
      expect(responseParameters['gatewayresponse.header.X-Request-Id']).toBe('context.requestId');
      expect(responseParameters['gatewayresponse.header.X-Content-Type-Options']).toBe("'nosniff'");
      expect(responseParameters['gatewayresponse.header.Strict-Transport-Security']).toMatch(/max-age=63072000/);
      expect('gatewayresponse.header.Retry-After' in responseParameters).toBe(['429', '503'].includes(statusCode));
    }
  });

  test('has the status that fits its cause', () => {
    expect(Object.fromEntries(responses().map(([type, { statusCode }]) => [type, Number(statusCode)]))).toMatchObject({
      BAD_REQUEST_BODY: 400,
      DEFAULT_4XX: 400,
      MISSING_AUTHENTICATION_TOKEN: 404,
      REQUEST_TOO_LARGE: 413,
      UNSUPPORTED_MEDIA_TYPE: 415,
      THROTTLED: 429,
      QUOTA_EXCEEDED: 429,
      WAF_FILTERED: 429,
      INTEGRATION_FAILURE: 503,
      INTEGRATION_TIMEOUT: 503,
      DEFAULT_5XX: 503,
    });
  });
});

test('no CORS header allows calls from other sites', () => {
  expect(JSON.stringify(document())).not.toMatch(/access-control/i);
});

/** The logical ID of a gateway's deployment, and of the one that it serves. */
function deploymentOf(endpoints: Endpoint[]) {
  const stack = new Stack();
  const functions = ['unmatched', ...endpoints.map(({ id }) => id)].map(
    (id) => [id, LambdaFunction.fromFunctionName(stack, id, id)] as const,
  );
  const options = { functions: new Map(functions), deployOptions: {}, isDomainExclusive: false, isClosed: false };
  createGateway(stack, endpoints, options);
  const template = Template.fromStack(stack);
  const [made] = Object.keys(template.findResources('AWS::ApiGateway::Deployment'));
  return { made, served: propertiesOf(template, 'AWS::ApiGateway::Stage')[0]?.DeploymentId.Ref };
}

const tea: Endpoint = { id: 'getTea', method: 'GET', path: '/tea/' };
const cup: Endpoint = { id: 'getCup', method: 'GET', path: '/cup/{id}' };
const old = deploymentOf([tea, cup]);

test('an update that changes nothing serves the same deployment', () => {
  expect(deploymentOf([tea, cup])).toEqual(old);
});

test.each<[string, Endpoint[]]>([
  ['removed', [cup]],
  ['renamed', [{ ...tea, path: '/teas/' }, cup]],
  ['added', [tea, cup, { id: 'getPot', method: 'GET', path: '/pot/' }]],
  ['sent to another function', [{ ...tea, id: 'getTeas' }, cup]],
])('an update serves a new deployment after a path was %s', (_, endpoints) => {
  const updated = deploymentOf(endpoints);
  expect(updated.made).not.toBe(old.made);
  expect(updated.served).toBe(updated.made);
});
