import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { createGateway } from '../../../infra/stacks/gateway/gateway.ts';
import type { Place } from '../../../lib/api/route.ts';

const before: Place[] = [
  { id: 'getTea', method: 'GET', path: '/tea/' },
  { id: 'getCup', method: 'GET', path: '/cup/{id}' },
];

/** The paths of the deployed document, and the logical ID of its deployment. */
function gatewayOf(places: Place[], isDomainExclusive = false) {
  const stack = new Stack();
  const lambda = (id: string) => LambdaFunction.fromFunctionName(stack, id, id);
  const functions = new Map(['unmatched', ...places.map(({ id }) => id)].map((id) => [id, lambda(id)]));
  createGateway(stack, places, { functions, deployOptions: {}, isDomainExclusive });
  const template = Template.fromStack(stack);
  const [api] = Object.values(template.findResources('AWS::ApiGateway::RestApi'));
  const [deployment] = Object.keys(template.findResources('AWS::ApiGateway::Deployment'));
  const [stage] = Object.values(template.findResources('AWS::ApiGateway::Stage'));
  const targetOf = (path: string, method = 'get') =>
    JSON.stringify(api?.Properties.Body.paths[path]?.[method]?.['x-amazon-apigateway-integration'].uri);
  const { Mode, Body } = api?.Properties ?? {};
  return {
    paths: Object.keys(Body.paths),
    body: Body,
    mode: Mode,
    deployment,
    served: stage?.Properties.DeploymentId.Ref,
    targetOf,
  };
}

describe('an update of the gateway', () => {
  const old = gatewayOf(before);

  test.each<[string, Place[], string[]]>([
    ['removed', before.slice(1), ['/cup/{id}']],
    ['renamed', [{ ...before[0], path: '/teas/' } as Place, ...before.slice(1)], ['/teas', '/cup/{id}']],
    ['given another parameter', [before[0] as Place, { ...before[1], path: '/cup/{name}' } as Place], ['/tea', '/cup/{name}']],
    ['added', [...before, { id: 'getPot', method: 'GET', path: '/pot/' }], ['/tea', '/cup/{id}', '/pot']],
  ])('serves a new deployment of exactly the current paths after one was %s', (_, places, expected) => {
    const updated = gatewayOf(places);
    expect(updated.paths).toEqual(['/', '/{proxy+}', ...expected]);
    expect(updated.mode).toBe('overwrite');
    expect(updated.deployment).not.toBe(old.deployment);
    expect(updated.served).toBe(updated.deployment);
  });

  test('serves a new deployment after a path went to another function', () => {
    const updated = gatewayOf([{ ...before[0], id: 'getTeas' } as Place, ...before.slice(1)]);
    expect(updated.targetOf('/tea')).toContain('getTeas');
    expect(updated.deployment).not.toBe(old.deployment);
  });

  test('answers a former method with 405, from `unmatched`, after a path got another one', () => {
    const updated = gatewayOf([{ ...before[0], method: 'POST' } as Place, ...before.slice(1)]);
    expect(updated.targetOf('/tea', 'post')).toContain('getTea');
    expect(updated.targetOf('/tea', 'get')).toContain('unmatched');
    expect(updated.deployment).not.toBe(old.deployment);
  });

  test('imports the settings again, and serves a new deployment after one changed', () => {
    const updated = gatewayOf(before, true);
    const settings = [old, updated].map(({ body }) => body['x-amazon-apigateway-endpoint-configuration']);
    expect(settings).toEqual([{ disableExecuteApiEndpoint: false }, { disableExecuteApiEndpoint: true }]);
    for (const { body } of [old, updated]) {
      expect(body).toMatchObject({
        'x-amazon-apigateway-minimum-compression-size': 1024,
        'x-amazon-apigateway-security-policy': expect.stringContaining('TLS'),
        'x-amazon-apigateway-endpoint-access-mode': expect.any(String),
      });
    }
    expect(updated.deployment).not.toBe(old.deployment);
  });

  test('serves the same deployment if nothing changed', () => {
    expect(gatewayOf(before).deployment).toBe(old.deployment);
  });
});
