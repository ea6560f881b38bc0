import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A database call on its way: its command, the sort key it is about, and the attributes it names. */
export type Passing = { command: string; sk: string; names: string[] };

/** Decides where a call is stopped: before the database has it, after it was answered, or nowhere. */
export type Watch = (passing: Passing) => 'before' | 'after' | undefined;

/** Stands between the service and its database, and can let the service die at any step without the database. */
export async function aDatabaseProxy(endpoint: string) {
  let watch: Watch = () => undefined;
  let die = async () => {};
  const server = createServer(async (incoming, outgoing) => {
    outgoing.on('error', () => {});
    const body = await buffer(incoming);
    const where = watch(passingOf(incoming, body.toString()));
    if (where === 'before') return die();
    const headers = { ...incoming.headers, 'content-length': `${body.length}` };
    const forwarded = request(endpoint, { method: 'POST', headers }, async (answer) => {
      const answered = await buffer(answer);
      if (where === 'after') return die();
      outgoing
        .writeHead(answer.statusCode as number, { ...answer.headers, 'content-length': `${answered.length}` })
        .end(answered);
    });
    forwarded.on('error', () => outgoing.destroy()).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next call that is to be stopped is the service's last. */
    strike(next: Watch, kill: () => Promise<unknown>) {
      watch = next;
      die = async () => {
        watch = () => undefined;
        await kill();
      };
    },
    close: () => server.close().closeAllConnections(),
  };
}

function passingOf({ headers }: IncomingMessage, text: string): Passing {
  const command = String(headers['x-amz-target']).replace(/^.*\./, '');
  const sent = JSON.parse(text || '{}');
  const batched = Object.values<{ Keys: { sk: { S: string } }[] }>(sent.RequestItems ?? {})[0]?.Keys;
  const put = sent.TransactItems?.map((action: { Put?: { Item: { sk: { S: string } } } }) => action.Put?.Item.sk.S ?? '').join(
    ' ',
  );
  const sk = sent.Key?.sk.S ?? sent.Item?.sk.S ?? put ?? batched?.map((key) => key.sk.S).join(' ') ?? '';
  return { command, sk, names: Object.values(sent.ExpressionAttributeNames ?? {}) };
}
