import { type Answer, call, type Options } from '../call.ts';
import type { Receiver } from '../receiver.ts';
import { noting } from './needs.ts';

/** The shop that the story is about. */
export type Shop = { name: string; tenant: string; platform: string; key: string; receiver: Receiver };

/** Calls an operation, and notes what it needs for that. */
export const does = (id: string, options: Options): Promise<Answer> => noting(id, () => call(id, options));

export const sku = { sku: 'TEA' };
