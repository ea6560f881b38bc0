import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Sent = { Id?: string; MessageBody: string; MessageGroupId: string; DelaySeconds?: number };
type Request = Sent & { Entries?: Sent[] };

/** A queue as SQS would be, as far as `ring` uses one. The handlers find it as they do when deployed: by the environment. */
export async function startQueue(take: (sent: Sent) => void) {
  const server = createServer(async (incoming, outgoing) => {
    const sent = sentIn(await text(incoming));
    if (!sent) return outgoing.writeHead(400).end();
    const Successful = (sent.Entries ?? [sent]).map((message) => {
      take(message);
      const MD5OfMessageBody = createHash('md5').update(message.MessageBody).digest('hex');
      return { Id: message.Id, MessageId: randomUUID(), MD5OfMessageBody };
    });
    outgoing.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
    outgoing.end(JSON.stringify(sent.Entries ? { Successful, Failed: [] } : Successful[0]));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, { AWS_ENDPOINT_URL_SQS: endpoint, QUEUE_URL: `${endpoint}/000000000000/doorbell` });
  return {
    close() {
      delete process.env.AWS_ENDPOINT_URL_SQS;
      delete process.env.QUEUE_URL;
      server.close();
      server.closeAllConnections();
    },
  };
}

function sentIn(body: string): Request | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
