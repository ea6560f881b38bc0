import { parseExact } from '../../lib/values/json.ts';

/** What a store's own software attaches, and gets back exactly as it was sent. */
const attached = ['metadata', 'transaction_data'];

/** Parses JSON from the service. Numbers in what is attached keep all their digits; all others are ordinary numbers. */
export function parseResponse(text: string): unknown {
  const value = JSON.parse(text);
  return /"(metadata|transaction_data)":\{"/.test(text) ? withAttached(value, parseExact(text) as object) : value;
}

function withAttached(value: object, exact: object): unknown {
  const digits = new Map(Object.entries(exact));
  const fields = Object.entries(value).map(([name, one]) => {
    if (attached.includes(name)) return [name, digits.get(name)];
    return [name, one !== null && typeof one === 'object' ? withAttached(one, digits.get(name)) : one];
  });
  return Array.isArray(value) ? fields.map(([, one]) => one) : Object.fromEntries(fields);
}
