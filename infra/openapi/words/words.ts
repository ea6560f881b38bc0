import { orderWords } from './order.ts';
import { tenantWords } from './tenant.ts';
import { webhookWords } from './webhook.ts';

type Word = string | ({ description: string } & Record<string, unknown>);

/** By the field's name, or by `Schema.field` where it means something else there; an object says more of its JSON Schema. */
export type Words = Record<string, Word>;

const words: Words = { ...tenantWords, ...webhookWords, ...orderWords };

export function wordsFor(owner: string, field: string): { description?: string } & Record<string, unknown> {
  const word = words[`${owner}.${field}`] ?? words[field] ?? {};
  return typeof word === 'string' ? { description: word } : word;
}
