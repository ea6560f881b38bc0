import { storedSchema } from '../db/storedSchema.ts';
import type { Entry } from './schema.ts';

/** What entries of version 1 did not record. */
const unknown = { key_label: null, actor: null, address: null, user_agent: null, tenant_name: null };

export const entrySchema = storedSchema<Entry>((entry) => ({ ...unknown, ...entry }));
