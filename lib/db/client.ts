import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { awsTimeouts } from '../api/awsTimeouts.ts';
import { unavailable } from '../api/errors.ts';
import { WriteConflict } from './writeErrors.ts';

let created: ReturnType<typeof createClients> | undefined;

/** Created on first use, which reads the settings from the environment. */
const clients = () => {
  created ??= createClients();
  return created;
};

export const databaseClient = (): DynamoDBClient => clients().client;

function createClients() {
  const { maxAttempts, requestHandler } = awsTimeouts();
  // Only a local database is called over plain HTTP. Waiting for a free socket counts towards the connection timeout, so a
  // local run, which serves many requests in one process, needs enough sockets.
  const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: 500 });
  const httpsAgent = new HttpsAgent({ keepAlive: true });
  const client = new DynamoDBClient({ maxAttempts, requestHandler: { ...requestHandler, httpAgent, httpsAgent } });
  // One prepares a log entry that nobody reads, the other describes the SDK in a header. Both cost CPU in every call.
  for (const unneeded of ['loggerMiddleware', 'getUserAgentMiddleware']) client.middlewareStack.remove(unneeded);
  // The SDK retries a connection that breaks during the response, but not a response that ends early without an error.
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: SdkError) => {
        if (isCutOff(error)) error.$retryable = {};
        if (!hasResponse(error)) closeIdle([httpAgent, httpsAgent]);
        throw error;
      }),
    { step: 'finalizeRequest', priority: 'low', name: 'prepareRetry' },
  );
  return { client, documents: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }) };
}

/** While an instance was frozen, all its idle connections may have been lost. The only retry must not take another of them. */
function closeIdle(agents: HttpAgent[]): void {
  for (const { freeSockets } of agents) for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}

/** Sends one command. Temporary errors become `temporarily_unavailable` or `WriteConflict`; others are rethrown unchanged. */
export const send: DynamoDBDocumentClient['send'] = async (command: never) => {
  try {
    return await clients().documents.send(command);
  } catch (error) {
    if ((error as SdkError).name === 'TransactionConflictException') throw new WriteConflict();
    throw isTemporary(error as SdkError) ? unavailable(error) : error;
  }
};

type SdkError = Error & { code?: string; $fault?: string; $metadata?: { httpStatusCode?: number }; $retryable?: object };

const throttled = /Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded|TransactionInProgress/;

/** The names that the SDK and Node give to errors without a response. */
const unreachable =
  /Timeout|NetworkingError|AbortError|E[A-Z]*(RESET|REFUSED|TIMEDOUT|UNREACH|ABORTED)|EPIPE|EAI_AGAIN|ENOTFOUND/;

export function isTemporary(error: SdkError) {
  if (!hasResponse(error)) return unreachable.test(`${error.name} ${error.code}`);
  return error.$fault !== 'client' || throttled.test(error.name);
}

/** Whether a response came, but broke off before the SDK could read its result or its `$fault`. */
const isCutOff = (error: SdkError) => hasResponse(error) && error.$fault === undefined;

const hasResponse = ({ $metadata }: SdkError) => $metadata?.httpStatusCode !== undefined;
