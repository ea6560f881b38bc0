import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

type Event = { type: string; id: string; data: { order: { number: string } } };

const webhook = new Webhook(process.env.WEBHOOK_SECRET as string);
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers as Record<string, string>) as Event;
    if (!seen.has(event.id)) console.log(`${event.type}: order ${event.data.order.number}`);
    seen.add(event.id);
    response.end('{"authorized": true}');
  } catch {
    response.writeHead(400).end();
  }
});
server.listen(Number(process.env.RECEIVER_PORT ?? 4000), '127.0.0.1', () => console.log('Waiting for events.'));
