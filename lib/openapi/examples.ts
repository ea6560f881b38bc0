import recorded from './examples.json' with { type: 'json' };

type Example = { body?: object; payload: object };

/** A request and an answer of each operation, recorded by `npm run examples`. */
export const examples: Record<string, Example | undefined> = recorded;
