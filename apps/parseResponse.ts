import { parseAttached } from '../lib/values/json.ts';

/** Parses JSON from the service. Few responses have anything attached. A browser without `JSON.rawJSON` rounds long numbers. */
export const parseResponse = (text: string): unknown =>
  'rawJSON' in JSON && /"(metadata|transaction_data)":\{"/.test(text) ? parseAttached(text) : JSON.parse(text);
