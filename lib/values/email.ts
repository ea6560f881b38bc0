import { hostInAscii } from './host.ts';

/** An address in lower case, its domain in ASCII: the same text for every spelling of the address. */
export function canonicalEmail(text: string): string {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).toLowerCase();
  return `${text.slice(0, at).toLowerCase()}@${hostInAscii(domain) ?? domain}`;
}
