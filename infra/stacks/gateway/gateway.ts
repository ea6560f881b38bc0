import { Size, Stack } from 'aws-cdk-lib';
import { ApiDefinition, type CfnRestApi, EndpointType, SpecRestApi, type StageOptions } from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Place } from '../../../lib/route.ts';
import type { Made } from '../functions/lambda.ts';
import { security } from './domain.ts';
import { gatewayDocument } from './gatewayDocument.ts';

type Options = {
  functions: ReadonlyMap<string, Made>;
  deployOptions: StageOptions;
  /** Only a domain of its own leads to it, and the address of AWS no more. */
  isBehindDomain: boolean;
};

/** The REST API that serves the route table by these functions. */
export function gateway(scope: Construct, places: readonly Place[], { functions, deployOptions, isBehindDomain }: Options) {
  const stack = Stack.of(scope);
  const { roleArn: credentials } = invoker(scope, [...functions.values()]);
  const targetOf = (operation: string) => {
    const { functionArn } = (functions.get(operation) as Made).lambda;
    const path = `lambda:path/2015-03-31/functions/${functionArn}/invocations`;
    return { uri: `arn:${stack.partition}:apigateway:${stack.region}:${path}`, credentials };
  };
  const api = new SpecRestApi(scope, 'Gateway', {
    restApiName: stack.stackName,
    apiDefinition: ApiDefinition.fromInline(gatewayDocument(stack.stackName, places, targetOf)),
    endpointTypes: [EndpointType.REGIONAL],
    failOnWarnings: true,
    minCompressionSize: Size.kibibytes(1),
    cloudWatchRole: true,
    disableExecuteApiEndpoint: isBehindDomain,
    deployOptions: { stageName: 'live', ...deployOptions },
  });
  api.node.tryRemoveChild('Endpoint');
  Object.assign(api.node.defaultChild as CfnRestApi, security);
  return api;
}

/** One role by which the gateway calls every function, in place of a permission on each. */
function invoker(scope: Construct, functions: Made[]): Role {
  const resources = functions.map(({ lambda }) => lambda.functionArn);
  const invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources });
  return new Role(scope, 'GatewayRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
  });
}
