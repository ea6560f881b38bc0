import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const seen = new Set();

const server = createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers);
    if (!seen.has(event.id)) console.log(`${event.type}: order ${event.data.order.number}`);
    seen.add(event.id);
    response.end('{"authorized": true}');
  } catch {
    response.writeHead(400).end();
  }
});
server.listen(process.env.RECEIVER_PORT ?? 4000, '127.0.0.1', () => console.log('Waiting for events.'));
