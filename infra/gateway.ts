import { Size, Stack } from 'aws-cdk-lib';
import {
  ApiDefinition,
  type CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  SecurityPolicy,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Place } from '../lib/route.ts';
import { gatewayDocument } from './gatewayDocument.ts';

/** The REST API that serves the route table by these functions. */
export function gateway(scope: Construct, places: readonly Place[], functions: ReadonlyMap<string, IFunction>): SpecRestApi {
  const stack = Stack.of(scope);
  const { roleArn: credentials } = invoker(scope, [...functions.values()]);
  const targetOf = (operation: string) => {
    const { functionArn } = functions.get(operation) as IFunction;
    const path = `lambda:path/2015-03-31/functions/${functionArn}/invocations`;
    return { uri: `arn:${stack.partition}:apigateway:${stack.region}:${path}`, credentials };
  };
  const api = new SpecRestApi(scope, 'Gateway', {
    restApiName: stack.stackName,
    apiDefinition: ApiDefinition.fromInline(gatewayDocument(stack.stackName, places, targetOf)),
    endpointTypes: [EndpointType.REGIONAL],
    failOnWarnings: true,
    minCompressionSize: Size.kibibytes(1),
    cloudWatchRole: false,
    deployOptions: { stageName: 'live' },
  });
  api.node.tryRemoveChild('Endpoint');
  requireTls12(api.node.defaultChild as CfnRestApi);
  return api;
}

/** One role by which the gateway calls every function, in place of a permission on each. */
function invoker(scope: Construct, functions: IFunction[]): Role {
  const resources = functions.map(({ functionArn }) => functionArn);
  const invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources });
  return new Role(scope, 'GatewayRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
  });
}

function requireTls12(api: CfnRestApi) {
  api.securityPolicy = SecurityPolicy.TLS13_1_2_PQ_2025_09;
  api.endpointAccessMode = EndpointAccessMode.STRICT;
}
