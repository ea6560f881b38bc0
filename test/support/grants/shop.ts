import { type Answer, call, type Options } from '../call.ts';
import type { Receiver } from '../receiver.ts';
import { recordNeeds } from './needs.ts';

/** The shop that every operation is called for. */
export type Shop = { name: string; tenant: string; platform: string; key: string; receiver: Receiver };

/** Calls an operation and records which AWS calls it needs. */
export const callRecorded = (id: string, options: Options): Promise<Answer> => recordNeeds(id, () => call(id, options));

export const sku = { sku: 'TEA' };
