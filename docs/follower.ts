import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

type Event = { test?: true; data: { order: { number: string; version: number } } };

const follower = new Webhook(process.env.FOLLOWER_SECRET as string);
const copy = new DatabaseSync(process.env.COPY_FILE ?? 'orders.db');
copy.exec('CREATE TABLE IF NOT EXISTS orders (number TEXT PRIMARY KEY, version INTEGER, json TEXT)');
const save = copy.prepare(`INSERT INTO orders VALUES (?, ?, ?) ON CONFLICT (number)
  DO UPDATE SET version = excluded.version, json = excluded.json WHERE excluded.version > version`);

const server = createServer(async (request, response) => {
  try {
    const { test, data } = follower.verify(await text(request), request.headers as Record<string, string>) as Event;
    if (!test) save.run(data.order.number, data.order.version, JSON.stringify(data.order));
    response.end();
  } catch {
    response.writeHead(400).end();
  }
});
server.listen(Number(process.env.RECEIVER_PORT ?? 4001), '127.0.0.1', () => console.log('Waiting for changes.'));
