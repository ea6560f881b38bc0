import { hash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Message = { QueueUrl: string; Id?: string; MessageBody: string; MessageGroupId: string; DelaySeconds?: number };
/** A SendMessage is one message; a SendMessageBatch has entries. */
type Request = Message & { Entries?: Message[] };

/** Stands in for SQS with its two queues: passes on each message it is sent. Handlers find it through the environment, as deployed. */
export async function startQueue(receive: (message: Message) => void) {
  const server = createServer(async (incoming, outgoing) => {
    const request = parse(await text(incoming).catch(() => ''));
    if (!request) return outgoing.writeHead(400).end();
    const Successful = (request.Entries ?? [request]).map((message) => {
      receive({ ...message, QueueUrl: request.QueueUrl });
      const MD5OfMessageBody = hash('md5', message.MessageBody);
      return { Id: message.Id, MessageId: randomUUID(), MD5OfMessageBody };
    });
    outgoing.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
    outgoing.end(JSON.stringify(request.Entries ? { Successful, Failed: [] } : Successful[0]));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SQS: endpoint,
    QUEUE_URL: `${endpoint}/000000000000/deliveries`,
    FOLLOW_QUEUE_URL: `${endpoint}/000000000000/follows`,
  });
  return {
    close() {
      delete process.env.AWS_ENDPOINT_URL_SQS;
      delete process.env.QUEUE_URL;
      delete process.env.FOLLOW_QUEUE_URL;
      server.close();
      server.closeAllConnections();
    },
  };
}

function parse(body: string): Request | undefined {
  try {
    const request: Request = JSON.parse(body);
    const isMessage = ({ MessageBody }: Message) => typeof MessageBody === 'string';
    return (request.Entries ?? [request]).every(isMessage) ? request : undefined;
  } catch {
    return undefined;
  }
}
