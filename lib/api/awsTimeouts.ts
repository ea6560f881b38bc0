/**
 * Raised for local runs and tests, where everything shares one machine, and for commands that run far from AWS. Read at each
 * use, so that a command can set it after this module was loaded.
 */
const factor = () => Number(process.env.AWS_TIMEOUT_FACTOR ?? 1);

/** Keeps any call to AWS from hanging: 300 ms to connect, 1 s to respond, 1 s without data, two attempts. */
export const awsTimeouts = () => ({
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: 300 * factor(),
    requestTimeout: 1000 * factor(),
    socketTimeout: 1000 * factor(),
    throwOnRequestTimeout: true,
  },
});

/** How long a starting function waits for the database. */
export const warmUpMs = (): number => 300 * factor();
