import type { OrderPatch } from './inputs.ts';

/** The fields that `updateOrder` changes: decisions, texts, and texts about the customer, which can be erased. */
const kinds: Record<Exclude<keyof OrderPatch, 'restock'>, 'decision' | 'text' | 'personal'> = {
  authorized: 'decision',
  cancelled: 'decision',
  visible: 'decision',
  customer: 'personal',
  shipping_address: 'personal',
  billing_address: 'personal',
  note: 'personal',
  reference: 'text',
  tags: 'text',
  metadata: 'personal',
};

export const ownFields = Object.keys(kinds) as (keyof typeof kinds)[];
export const textFields = ownFields.filter((field) => kinds[field] !== 'decision');
export const personalFields = ownFields.filter((field) => kinds[field] === 'personal');
