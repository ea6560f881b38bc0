/** The tests' databases are slower than AWS: they share one machine with hundreds of callers. */
const factor = Number(process.env.AWS_TIMEOUT_FACTOR ?? 1);

/** No call to AWS may hang: 300 ms to connect, 1 s for the response, two attempts. */
export const awsTimeouts = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 300 * factor, requestTimeout: 1000 * factor, throwOnRequestTimeout: true },
};
