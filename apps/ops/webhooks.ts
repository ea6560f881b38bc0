import type { StoreClient } from '../client/client.ts';
import { command } from './command.ts';

type State = Parameters<StoreClient['redeliverAll']>[0]['state'];

const redeliver = command({
  name: 'webhook redeliver',
  args: ['state'],
  values: { state: ['failed', 'waiting'] },
  summary: "Sends a store's failed or waiting confirm-order events again",
  details: `<state> is failed or waiting. Each event gets a full set of attempts. A back-off ends, so the receiver is called at once. If the
command is interrupted, run it again: it sends only events that are still in that state.`,
  examples: ['webhook redeliver failed --since 2026-10-01T00:00:00Z', 'webhook redeliver waiting'],
  options: {
    since: { type: 'string', summary: 'only events of orders placed at or after this time, such as 2027-01-31T00:00:00Z' },
  },
  run: async ({ args, options: { since }, store }) => {
    const api = await store();
    const fields = { name: 'confirm-order', state: args.state as State, since } as const;
    let queued = 0;
    let cursor: string | null = null;
    do {
      const answer: Awaited<ReturnType<typeof api.redeliverAll>> = await api.redeliverAll({ ...fields, cursor });
      queued += answer.queued;
      cursor = answer.next_cursor;
    } while (cursor);
    return { data: { queued }, text: `${queued} ${queued === 1 ? 'event' : 'events'} queued.\n` };
  },
});

export const webhooks = [redeliver];
