import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { batchesOf } from '../values/batches.ts';
import { awsTimeouts } from './awsTimeouts.ts';
import { log } from './log.ts';
import { metricFields } from './metrics.ts';

/** Longer than any operation may take. */
const callMs = 27_000;

/** A repeated call could take effect twice, so there is only one attempt. */
const limits = () => ({
  maxAttempts: 1,
  requestHandler: { ...awsTimeouts().requestHandler, requestTimeout: callMs, socketTimeout: callMs },
});

/** The alias of every function. It points to the deployed version or, during a deployment, to two versions. */
export const liveAlias = 'live';

let client: LambdaClient | undefined;

/** Hands a request to the function of its operation. Returns undefined if that function cannot be called. */
export async function forward(operation: string, event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult | undefined> {
  const { requestId: request_id } = event.requestContext;
  const context = { request_id, operation };
  log('warn', { message: 'the gateway did not match a known path', ...context, ...metricFields('forwarded') });
  try {
    return await invoke(operation, event);
  } catch (error) {
    log('error', { message: 'could not forward the request', ...context, cause: (error as Error).stack });
    return undefined;
  }
}

/** An event of the clock, with the operations to keep warm. The operations get one with an empty list, and ignore it. */
export type KeepWarm = { keep_warm: string[] };

/** Calls each operation, so that it keeps an instance and fewer requests wait for a cold start. */
export async function keepWarm({ keep_warm: operations }: KeepWarm): Promise<APIGatewayProxyResult> {
  for (const batch of batchesOf(operations, warmedAtOnce)) await Promise.all(batch.map(keepOneWarm));
  return { statusCode: 204, body: '' };
}

/** The SDK has 50 sockets, and waiting for a free one counts towards the connection timeout. */
const warmedAtOnce = 25;

const keepOneWarm = (operation: string) =>
  invoke(operation, { keep_warm: [] }).catch((error: Error) => {
    log('warn', { message: 'could not keep the function warm', operation, cause: error.message });
  });

async function invoke(operation: string, event: unknown): Promise<APIGatewayProxyResult> {
  // Loaded only when needed, because most requests here are for unknown paths.
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  client ??= new LambdaClient(limits());
  const FunctionName = `${process.env.FUNCTION_PREFIX}${operation}`;
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({ FunctionName, Qualifier: liveAlias, Payload: JSON.stringify(event) }),
  );
  if (FunctionError || !Payload) throw new Error(FunctionError ?? 'no response');
  return JSON.parse(Payload.transformToString());
}
