import type { Place } from '../../../lib/route.ts';
import { gatewayPaths } from './gatewayPaths.ts';
import { gatewayResponses } from './gatewayResponses.ts';

/** What the gateway needs to call one function. */
type Target = { uri: string; credentials: string };

/** The document that the REST API is imported from: the route table as paths and functions, and nothing else. */
export function gatewayDocument(title: string, places: readonly Place[], targetOf: (operation: string) => Target) {
  const paths = Object.entries(gatewayPaths(places)).map(([path, verbs]) => {
    const parameters = parametersOf(path);
    const methods = Object.entries(verbs).map(([verb, operation]) => [verb.toLowerCase(), method(targetOf(operation))]);
    return [path, { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(methods) }];
  });
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths: Object.fromEntries(paths),
    'x-amazon-apigateway-gateway-responses': gatewayResponses,
  };
}

const method = (target: Target) => ({
  responses: {},
  'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', ...target },
});

const parametersOf = (path: string) =>
  [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
