import type { StoreClient } from '../../../lib/client/client.ts';
import { command } from './command.ts';

type State = Parameters<StoreClient['redeliverAll']>[0]['state'];

const redeliver = command({
  name: 'webhook redeliver',
  args: ['state'],
  summary: "Sends a store's confirm-order events again that are failed or waiting",
  details: `Each event gets a full set of attempts, and a receiver that is resting is called at once. If the command is interrupted, run it
again: it sends only what is still in that state.`,
  options: { since: { type: 'string', summary: 'only orders placed since then, such as 2027-01-31T00:00:00Z' } },
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
