/** What a shell may set for a deployment. Each of these would lead handlers to AWS, or make them act as if they were deployed. */
const forDeployments = [
  'AWS_PROFILE',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
  'STAGE',
  'QUOTAS',
  'QUEUE_URL',
  'FOLLOW_QUEUE_URL',
];

const usual = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

/** Points the handlers of this process to a local database. They read the environment when they first call it. */
export function useLocalDatabase(endpoint: string, settings: Record<string, string>): void {
  for (const name of forDeployments) delete process.env[name];
  for (const [name, value] of Object.entries(usual)) process.env[name] ??= value;
  Object.assign(process.env, { AWS_ENDPOINT_URL_DYNAMODB: endpoint, ...settings });
}
