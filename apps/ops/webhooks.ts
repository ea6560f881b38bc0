import type { Webhook } from '../../lib/webhook/schema.ts';
import type { StoreClient } from '../client/client.ts';
import { storeCommand } from './command.ts';
import { listOf } from './textTable.ts';

type Restart = Omit<Parameters<StoreClient['redeliverAll']>[0], 'cursor'>;

async function redeliver(store: StoreClient, events: Restart): Promise<{ queued: number }> {
  let queued = 0;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<StoreClient['redeliverAll']>> = await store.redeliverAll({ ...events, cursor });
    queued += page.queued;
    cursor = page.next_cursor;
  } while (cursor);
  return { queued };
}

export const webhooks = [
  storeCommand({
    name: 'webhook list',
    summary: "Lists a store's webhooks and the health of their receivers",
    details: `For webhooks that follow orders, behind_since is the time of the last change to the order that has
been waiting longest to be sent, and rejected lists the orders that the receiver rejected.`,
    examples: ['webhook list', 'webhook list --json'],
    call: (store) => store.getWebhooks({}),
    print: listOf<Webhook>([
      'name',
      'url',
      ['state', ({ health }) => health.state],
      ['behind_since', ({ health }) => health.behind_since ?? null],
      ['rejected', ({ health }) => health.rejected?.join(' ') || null],
    ]),
  }),
  storeCommand({
    name: 'webhook redeliver',
    args: { state: { values: ['failed', 'waiting'] } },
    summary: "Sends a store's failed or waiting confirm-order events again",
    details: `<state> is failed or waiting. Each event gets a full set of attempts. This ends a back-off, so
the receiver is called at once. While the webhook is paused or has no URL, the events wait. If the command is interrupted, run it
again: it sends only events that are still in that state.`,
    examples: ['webhook redeliver failed --since 2026-10-01T00:00:00Z', 'webhook redeliver waiting'],
    options: {
      since: { type: 'string', summary: 'only events of orders placed at or after this time, such as 2026-10-01T00:00:00Z' },
    },
    call: (store, input) => redeliver(store, { name: 'confirm-order', ...input }),
    print: ({ queued }) => `${queued} ${queued === 1 ? 'event' : 'events'} queued.\n`,
  }),
];
