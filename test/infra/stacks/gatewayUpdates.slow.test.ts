import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { createGateway } from '../../../infra/stacks/gateway/gateway.ts';
import type { Endpoint } from '../../../lib/api/route.ts';

const before: Endpoint[] = [
  { id: 'getTea', method: 'GET', path: '/tea/' },
  { id: 'getCup', method: 'GET', path: '/cup/{id}' },
];

/** The paths of the deployed document, and the logical ID of its deployment. */
function gatewayOf(places: Endpoint[]) {
  const stack = new Stack();
  const lambda = (id: string) => LambdaFunction.fromFunctionName(stack, id, id);
  const functions = new Map(['unmatched', ...places.map(({ id }) => id)].map((id) => [id, lambda(id)]));
  createGateway(stack, places, { functions, deployOptions: {}, isDomainExclusive: false, isClosed: false });
  const template = Template.fromStack(stack);
  const [api] = Object.values(template.findResources('AWS::ApiGateway::RestApi'));
  const [deployment] = Object.keys(template.findResources('AWS::ApiGateway::Deployment'));
  const [stage] = Object.values(template.findResources('AWS::ApiGateway::Stage'));
  const targetOf = (path: string, method = 'get') =>
    JSON.stringify(api?.Properties.Body.paths[path]?.[method]?.['x-amazon-apigateway-integration'].uri);
  const { Mode, Body } = api?.Properties ?? {};
  return {
    paths: Object.keys(Body.paths),
    mode: Mode,
    deployment,
    served: stage?.Properties.DeploymentId.Ref,
    targetOf,
  };
}

describe('an update of the gateway', () => {
  const old = gatewayOf(before);

  test.each<[string, Endpoint[], string[]]>([
    ['removed', before.slice(1), ['/cup/{id}']],
    ['renamed', [{ ...before[0], path: '/teas/' } as Endpoint, ...before.slice(1)], ['/teas', '/cup/{id}']],
    ['added', [...before, { id: 'getPot', method: 'GET', path: '/pot/' }], ['/tea', '/cup/{id}', '/pot']],
  ])('serves a new deployment of exactly the current paths after one was %s', (_, places, expected) => {
    const updated = gatewayOf(places);
    expect(updated.paths).toEqual(['/', '/{proxy+}', ...expected]);
    expect(updated.mode).toBe('overwrite');
    expect(updated.deployment).not.toBe(old.deployment);
    expect(updated.served).toBe(updated.deployment);
  });

  test('serves a new deployment after a path went to another function', () => {
    const updated = gatewayOf([{ ...before[0], id: 'getTeas' } as Endpoint, ...before.slice(1)]);
    expect(updated.targetOf('/tea')).toContain('getTeas');
    expect(updated.deployment).not.toBe(old.deployment);
  });

  test('serves the same deployment if nothing changed', () => {
    expect(gatewayOf(before).deployment).toBe(old.deployment);
  });
});
