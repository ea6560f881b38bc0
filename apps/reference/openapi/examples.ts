import recorded from './examples.json' with { type: 'json' };

/** A request to an operation, and the payload of its answer. */
export type Example = { title: string; params?: Record<string, string>; body?: object; payload: object };
/** The event that a webhook receives, and the receiver's answer. */
export type Call = { body: object; answer: object };

/** Recorded by `npm run write`. */
const { operations, webhooks }: { operations: Record<string, Example[]>; webhooks: Record<string, Call> } = recorded;

export const examplesOf = (operation: string): Example[] => operations[operation] ?? [];

export const callOf = (webhook: string) => webhooks[webhook] as Call;
