import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { awsTimeouts } from '../awsTimeouts.ts';
import { unavailable } from '../errors.ts';

/**
 * Waiting for one of the sockets counts as connecting, so a local service, which answers many at once and alone speaks plain
 * HTTP, has enough of them.
 */
export const client = new DynamoDBClient({
  ...awsTimeouts,
  requestHandler: { ...awsTimeouts.requestHandler, httpAgent: { maxSockets: 500 } },
});

const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

/** Sends one command. What may go through when tried later is `temporarily_unavailable`; the rest stays the SDK's own error. */
export const send: typeof documents.send = async (command: never) => {
  try {
    return await documents.send(command);
  } catch (error) {
    throw isPassing(error as SdkError) ? unavailable(error) : error;
  }
};

type SdkError = Error & { code?: string; $fault?: string; $metadata?: { httpStatusCode?: number }; $retryable?: object };

const throttled = /Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded|TransactionInProgress/;

/** No answer came, by what the SDK and Node call it. */
const unreachable =
  /Timeout|NetworkingError|AbortError|E[A-Z]+(RESET|REFUSED|TIMEDOUT|UNREACH|ABORTED)|EPIPE|EAI_AGAIN|ENOTFOUND/;

function isPassing(error: SdkError) {
  const answered = error.$metadata?.httpStatusCode;
  if (answered === undefined) return unreachable.test(`${error.name} ${error.code}`);
  return answered >= 500 || error.$fault === 'server' || throttled.test(error.name);
}
