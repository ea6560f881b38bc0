const patience = Number(process.env.AWS_PATIENCE ?? 1);

/** No call to AWS may hang: 300 ms to connect, a second to answer, tried twice. */
export const awsTimeouts = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 300 * patience, requestTimeout: 1000 * patience, throwOnRequestTimeout: true },
};
