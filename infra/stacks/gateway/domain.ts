import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointAccessMode, EndpointType, type RestApiBase, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

/** Requires TLS 1.2 or newer with current ciphers, and rejects requests whose Host differs from the TLS server name. */
export const tlsPolicy = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
};

/** Serves the API under the operator's domain. Its CNAME must point to the output `DomainTarget`. */
export function addDomain(scope: Construct, api: RestApiBase, { name, certificate }: NonNullable<Stage['domain']>): void {
  const domain = new DomainName(scope, 'Domain', {
    ...tlsPolicy,
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificate),
    endpointType: EndpointType.REGIONAL,
  });
  domain.addBasePathMapping(api);
  new CfnOutput(scope, 'DomainTarget', { value: domain.domainNameAliasDomainName });
}
