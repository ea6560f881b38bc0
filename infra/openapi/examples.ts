import recorded from './examples.json' with { type: 'json' };

/** What was sent to an operation, and what it answered. */
export type Example = { title: string; params?: Record<string, string>; body?: object; payload: object };
/** What a webhook was sent, and what it answered. */
export type Call = { body: object; answer: object };

/** Recorded by `npm run examples`. */
const { operations, webhooks }: { operations: Record<string, Example[]>; webhooks: Record<string, Call> } = recorded;

/** The operations in the order in which they were recorded: each finds there what it is about. */
export const recordedOperations = Object.keys(operations);

export const examplesOf = (operation: string): Example[] => operations[operation] ?? [];

export const callOf = (webhook: string) => webhooks[webhook] as Call;
