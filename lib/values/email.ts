import { hostInAscii } from './host.ts';

/** An address in lower case with its domain in ASCII, so that every spelling of it gives the same text. */
export function canonicalEmail(sent: string): string {
  const text = sent.normalize();
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).toLowerCase();
  return `${text.slice(0, at).toLowerCase().normalize()}@${hostInAscii(domain) ?? domain}`;
}
