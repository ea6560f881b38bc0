import { domainToASCII } from 'node:url';

const plain = /^[^\s/\\:@?#%[\]]+$/;
const labels = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
const local = /\.(local|localhost|localdomain|internal|lan|home|onion|arpa)$/;

const maxLength = 253;

/** The ASCII form of a host name with at least two labels; undefined if the text is not one. */
export function hostInAscii(text: string): string | undefined {
  if (text.length > maxLength || !plain.test(text)) return undefined;
  const host = domainToASCII(text);
  return host.length <= maxLength && labels.test(host) ? host : undefined;
}

/** The same, if the name can be reached from the internet. */
export function publicHost(text: string): string | undefined {
  const host = hostInAscii(text);
  return host && !local.test(host) ? host : undefined;
}
