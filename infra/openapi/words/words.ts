import { orderWords } from './order.ts';
import { tenantWords } from './tenant.ts';
import { webhookWords } from './webhook.ts';
import type { Words } from './word.ts';

const words: Words = { ...tenantWords, ...webhookWords, ...orderWords };

export function wordsFor(owner: string, field: string): { description?: string } & Record<string, unknown> {
  const word = words[`${owner}.${field}`] ?? words[field] ?? {};
  return typeof word === 'string' ? { description: word } : word;
}
