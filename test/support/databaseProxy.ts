import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A database call: its command, its sort keys, and the attributes it names. */
export type DatabaseRequest = { command: string; sk: string; names: string[] };

/** Decides when a call is cut off: before it reaches the database, after the database has responded, or never. */
export type Watch = (request: DatabaseRequest) => 'before' | 'after' | undefined;

/** What happens in the middle of a response: the connection breaks, the response ends as if it were whole, or it stalls. */
export type Cut = 'breaks' | 'ends' | 'stalls';

/** A proxy between the service and its database that can kill the service at any database call, or cut off every response. */
export async function aDatabaseProxy(endpoint: string, cut?: Cut) {
  let watch: Watch = () => undefined;
  let die = async () => {};
  const server = createServer(async (incoming, outgoing) => {
    outgoing.on('error', () => {});
    const body = await buffer(incoming);
    const where = watch(requestOf(incoming, body.toString()));
    if (where === 'before') return die();
    const headers = { ...incoming.headers, 'content-length': `${body.length}` };
    const forwarded = request(endpoint, { method: 'POST', headers }, async (answer) => {
      const answered = await buffer(answer);
      if (where === 'after') return die();
      if (cut) return cutOff(cut, answer, answered, outgoing);
      outgoing
        .writeHead(answer.statusCode as number, { ...answer.headers, 'content-length': `${answered.length}` })
        .end(answered);
    });
    forwarded.on('error', () => outgoing.destroy()).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Kills the service at the first call that the watch selects. */
    killAt(next: Watch, kill: () => Promise<unknown>) {
      watch = next;
      die = async () => {
        watch = () => undefined;
        await kill();
      };
    },
    close: () => server.close().closeAllConnections(),
  };
}

function cutOff(
  cut: Cut,
  { statusCode = 200, headers: { 'content-length': length, ...headers } }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
) {
  // Only a response without a length can end early and still look whole.
  outgoing.useChunkedEncodingByDefault = false;
  outgoing.writeHead(statusCode, { ...headers, ...(cut === 'ends' ? { connection: 'close' } : { 'content-length': length }) });
  outgoing.write(body.subarray(0, body.length / 2), () => {
    if (cut === 'breaks') outgoing.socket?.destroy();
    if (cut === 'ends') outgoing.socket?.end();
  });
}

function requestOf({ headers }: IncomingMessage, text: string): DatabaseRequest {
  const command = String(headers['x-amz-target']).replace(/^.*\./, '');
  const sent = JSON.parse(text || '{}');
  const batched = Object.values<{ Keys: { sk: { S: string } }[] }>(sent.RequestItems ?? {})[0]?.Keys;
  const put = sent.TransactItems?.map((action: { Put?: { Item: { sk: { S: string } } } }) => action.Put?.Item.sk.S ?? '').join(
    ' ',
  );
  const sk = sent.Key?.sk.S ?? sent.Item?.sk.S ?? put ?? batched?.map((key) => key.sk.S).join(' ') ?? '';
  return { command, sk, names: Object.values(sent.ExpressionAttributeNames ?? {}) };
}
