export const nosniff = { 'X-Content-Type-Options': 'nosniff' };
const strictTransport = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' };

export const deployedSecurityHeaders: Record<string, string> = { ...nosniff, ...strictTransport };

/** The headers of every response. A local run serves plain HTTP, so only a deployment asks for HTTPS. */
export const securityHeaders = (): Record<string, string> => (process.env.STAGE ? deployedSecurityHeaders : nosniff);
