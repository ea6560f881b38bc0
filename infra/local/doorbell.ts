import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { fairQueue } from './fairQueue.ts';

type Sent = { MessageBody: string; MessageGroupId: string; DelaySeconds?: number };
type Functions = { deliver: (event: SQSEvent) => Promise<void>; sweep: () => Promise<void> };

/** The queue that `ring` sends to, as far as it is used, and the schedule that sweeps: what SQS and EventBridge do when deployed. */
export async function startDoorbell({ deliver, sweep }: Functions) {
  const queue = fairQueue((body) => deliver({ Records: [{ body }] } as unknown as SQSEvent), { most: 50, each: 5 });
  const server = createServer(async (incoming, outgoing) => {
    const sent = sentIn(await textOf(incoming));
    if (!sent) return outgoing.writeHead(400).end();
    const { MessageBody, MessageGroupId, DelaySeconds = 0 } = sent;
    setTimeout(() => queue.push(MessageGroupId, MessageBody), DelaySeconds * 1000).unref();
    const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
    outgoing.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
    outgoing.end(JSON.stringify({ MessageId: randomUUID(), MD5OfMessageBody }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, { AWS_ENDPOINT_URL_SQS: endpoint, DOORBELL_URL: `${endpoint}/000000000000/doorbell` });
  const sweeping = repeat(sweep, 1000);
  return {
    async stop() {
      await Promise.all([sweeping.stop(), queue.close()]);
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Runs `work` again and again, with such a pause before each; stopped, it ends what it is at. */
function repeat(work: () => Promise<void>, pause: number) {
  const end = new AbortController();
  const goesOn = () => sleep(pause, true, { signal: end.signal }).catch(() => false);
  const running = (async () => {
    while (await goesOn()) await work().catch((error: Error) => void process.stderr.write(`${error.message}\n`));
  })();
  return {
    stop: () => {
      end.abort();
      return running;
    },
  };
}

function sentIn(text: string): Sent | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function textOf(incoming: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
