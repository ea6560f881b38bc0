import * as z from 'zod/mini';
import { publicHost } from '../values/host.ts';
import { isAllowedAddress, isLocalAllowed } from './address.ts';

/** Where a webhook may go, as far as the text tells; `""` removes it. The address itself is checked as it is connected to. */
export const webhookUrl = () =>
  z.string().check(
    z.maxLength(2048),
    z.refine((text) => text === '' || problemOf(text) === undefined, { error: (issue) => problemOf(issue.input as string) }),
  );

function problemOf(text: string): string | undefined {
  const url = !text.isWellFormed() || /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (!url) return 'must be a URL, like https://shop.example.com/hooks';
  if (url.protocol !== 'https:' && !(isLocalAllowed() && url.protocol === 'http:')) return 'must be an https URL';
  if (url.username || url.password) return 'must hold no credentials; every call is signed instead';
  if (!isAllowedHost(url.hostname)) return 'must lead to a public host';
  return undefined;
}

/** The host as the URL parser has normalised it: any spelling of an address is that address by then. */
export function isAllowedHost(host: string): boolean {
  if (isLocalAllowed() && host === 'localhost') return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isAllowedAddress(address) || publicHost(host) !== undefined;
}
