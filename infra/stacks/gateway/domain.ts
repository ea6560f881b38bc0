import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointAccessMode, EndpointType, type RestApiBase, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

/** TLS 1.2 or newer with today's ciphers; a host that asks for another name than it connects to is refused. */
export const security = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
};

/** Serves the API under a name of the operator's own, whose CNAME is to lead to the printed target. */
export function domain(scope: Construct, api: RestApiBase, { name, certificate }: NonNullable<Stage['domain']>): void {
  const own = new DomainName(scope, 'Domain', {
    ...security,
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificate),
    endpointType: EndpointType.REGIONAL,
  });
  own.addBasePathMapping(api);
  new CfnOutput(scope, 'DomainTarget', { value: own.domainNameAliasDomainName });
}
