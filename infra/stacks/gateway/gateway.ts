import { Size, Stack } from 'aws-cdk-lib';
import {
  ApiDefinition,
  type CfnRestApi,
  EndpointType,
  RestApiMode,
  SpecRestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Endpoint } from '../../../lib/api/route.ts';
import { tlsPolicy } from './domain.ts';
import { gatewayDocument } from './gatewayDocument.ts';

type Options = {
  functions: ReadonlyMap<string, IFunction>;
  deployOptions: StageOptions;
  /** Turns off the AWS address, so that only the domain works. */
  isDomainExclusive: boolean;
  isClosed: boolean;
};

/** The first part of each path at the gateway's default address. */
export const gatewayStage = 'live';

/** Creates the REST API that routes each path and method to its function. */
export function createGateway(scope: Construct, endpoints: readonly Endpoint[], options: Options): SpecRestApi {
  const { functions, deployOptions, isDomainExclusive, isClosed } = options;
  const stack = Stack.of(scope);
  const { roleArn: credentials } = invokerRole(scope, [...functions.values()]);
  const targetOf = (operation: string) => {
    const { functionArn } = functions.get(operation) as IFunction;
    const path = `lambda:path/2015-03-31/functions/${functionArn}/invocations`;
    return { uri: `arn:${stack.partition}:apigateway:${stack.region}:${path}`, credentials };
  };
  const settings = { ...tlsPolicy, minimumCompressionSize: 1024, disableExecuteApiEndpoint: isDomainExclusive, isClosed };
  const api = new SpecRestApi(scope, 'Gateway', {
    restApiName: stack.stackName,
    apiDefinition: ApiDefinition.fromInline(gatewayDocument(stack.stackName, endpoints, targetOf, settings)),
    endpointTypes: [EndpointType.REGIONAL],
    // An import ignores `endpointTypes` when it creates the API.
    parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
    failOnWarnings: true,
    // The default would keep removed paths, which then point at deleted functions.
    mode: RestApiMode.OVERWRITE,
    minCompressionSize: Size.bytes(settings.minimumCompressionSize),
    cloudWatchRole: true,
    disableExecuteApiEndpoint: isDomainExclusive,
    deployOptions: { stageName: gatewayStage, ...deployOptions },
  });
  api.node.tryRemoveChild('Endpoint');
  Object.assign(api.node.defaultChild as CfnRestApi, tlsPolicy);
  return api;
}

/** The gateway calls every function with this one role, so the functions need no permissions of their own for it. */
function invokerRole(scope: Construct, functions: IFunction[]): Role {
  const resources = functions.map(({ functionArn }) => functionArn);
  const invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources });
  return new Role(scope, 'GatewayRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
  });
}
