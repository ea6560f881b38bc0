import { aFaultyProxy, type Fault, type Received } from './faultyServer.ts';

/** A database call: its command, its sort keys, and the attributes it names. */
export type DatabaseRequest = { command: string; sk: string; names: string[] };

/** Decides when a call is cut off: before it reaches the database, after the database has responded, or never. */
export type Watch = (request: DatabaseRequest) => 'before' | 'after' | undefined;

/** What happens in the middle of a response: the connection breaks, or the response ends as if it were whole. */
export type Cut = 'breaks' | 'ends';

/** A proxy between the service and its database that can kill the service at any database call. */
export async function aDatabaseProxy(database: string) {
  let watch: Watch = () => undefined;
  let die = async () => {};
  const endpoint = await aFaultyProxy(database, (received) => {
    const where = watch(requestOf(received));
    if (!where) return undefined;
    return async (forward) => {
      if (where === 'after') await forward();
      await die();
      return undefined;
    };
  });
  return {
    endpoint,
    /** Kills the service at the first call that the watch selects. */
    killAt(next: Watch, kill: () => Promise<unknown>) {
      watch = next;
      die = async () => {
        watch = () => undefined;
        await kill();
      };
    },
  };
}

/** Cuts off the response in the middle. */
export const cutOff =
  (cut: Cut): Fault =>
  async (forward, outgoing) => {
    const { status, headers, body } = await forward();
    const { 'content-length': length, ...rest } = headers;
    // Only a response without a length can end early and still look whole.
    outgoing.useChunkedEncodingByDefault = false;
    outgoing.writeHead(status, { ...rest, ...(cut === 'ends' ? { connection: 'close' } : { 'content-length': length }) });
    const bytes = Buffer.from(body);
    outgoing.write(bytes.subarray(0, bytes.length / 2), () => {
      if (cut === 'breaks') outgoing.socket?.destroy();
      else outgoing.socket?.end();
    });
    return undefined;
  };

function requestOf({ headers, body }: Received): DatabaseRequest {
  const command = String(headers['x-amz-target']).replace(/^.*\./, '');
  const sent = JSON.parse(body || '{}');
  const batched = Object.values<{ Keys: { sk: { S: string } }[] }>(sent.RequestItems ?? {})[0]?.Keys;
  const put = sent.TransactItems?.map((action: { Put?: { Item: { sk: { S: string } } } }) => action.Put?.Item.sk.S ?? '').join(
    ' ',
  );
  const sk = sent.Key?.sk.S ?? sent.Item?.sk.S ?? put ?? batched?.map((key) => key.sk.S).join(' ') ?? '';
  return { command, sk, names: Object.values(sent.ExpressionAttributeNames ?? {}) };
}
