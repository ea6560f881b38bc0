import type { Endpoint } from '../../../lib/api/route.ts';
import { pathsOf, serves, withoutSlash } from '../../../lib/api/router.ts';
import { closedResponse, gatewayResponses } from './gatewayResponses.ts';

/** How the gateway calls a function. */
type Target = { uri: string; credentials: string };

/** Settings of the REST API. An import that overwrites resets those that the document leaves out. */
type Settings = {
  /** In bytes. */
  minimumCompressionSize: number;
  securityPolicy: string;
  endpointAccessMode: string;
  disableExecuteApiEndpoint: boolean;
  isClosed: boolean;
};

/** The OpenAPI document to import the REST API from: which function serves each path, and the gateway's own responses. */
export function gatewayDocument(
  title: string,
  endpoints: readonly Endpoint[],
  targetOf: (operation: string) => Target,
  settings: Settings,
) {
  const paths = Object.entries(gatewayPaths(endpoints)).map(([path, operations]) => {
    const parameters = parametersOf(path);
    const methods = Object.entries(operations).map(([method, id]) => [method.toLowerCase(), integration(targetOf(id))]);
    return [path, { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(methods) }];
  });
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths: Object.fromEntries(paths),
    'x-amazon-apigateway-gateway-responses': { ...gatewayResponses, ...(settings.isClosed && { THROTTLED: closedResponse }) },
    'x-amazon-apigateway-minimum-compression-size': settings.minimumCompressionSize,
    'x-amazon-apigateway-security-policy': settings.securityPolicy,
    'x-amazon-apigateway-endpoint-access-mode': settings.endpointAccessMode,
    'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: settings.disableExecuteApiEndpoint },
  };
}

const integration = (target: Target) => ({
  responses: {},
  'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', ...target },
});

const parametersOf = (path: string) =>
  [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

export const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'] as const;

type OperationByMethod = Record<(typeof methods)[number], string>;

const unmatched = () => Object.fromEntries(methods.map((method) => [method, 'unmatched'])) as OperationByMethod;

/** The operation for each method of each path. A method or path without a route goes to `unmatched`. */
export function gatewayPaths(endpoints: readonly Endpoint[]): Record<string, OperationByMethod> {
  const paths: Record<string, OperationByMethod> = { '/': unmatched(), '/{proxy+}': unmatched() };
  for (const endpoint of endpoints) {
    for (const path of pathsOf(endpoint).map(withoutSlash)) {
      paths[path] ??= unmatched();
      for (const method of methods.filter((method) => serves(endpoint, method))) paths[path][method] = endpoint.id;
    }
  }
  return paths;
}
