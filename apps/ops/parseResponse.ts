import { parseAttached } from '../../lib/values/json.ts';

/** Parses JSON from the service. Few responses have anything attached. */
export const parseResponse = (text: string): unknown =>
  /"(metadata|transaction_data)":\{"/.test(text) ? parseAttached(text) : JSON.parse(text);
