import { signal } from '@preact/signals';
import { decoded } from '../../lib/values/text.ts';

/** What the page shows. It is in the fragment, which a browser sends to nobody, because a search can be a customer's name. */
export type Address = { path: string[]; query: Record<string, string> };

/** The key of a sign-in link, until it is used. */
export const linkedKey = signal(takeKey());

export const address = signal<Address>(read());

addEventListener('hashchange', () => {
  linkedKey.value = takeKey() ?? linkedKey.value;
  address.value = read();
});

export const signInLink = (key: string) => `${location.origin}${location.pathname}#key=${key}`;

/** Takes the key of a sign-in link out of the address and the browser's history. */
function takeKey(): string | undefined {
  const key = /^#key=(.*)$/.exec(location.hash)?.[1];
  if (key !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return key;
}

export function link(path: readonly string[], query: Record<string, string | undefined> = {}): string {
  const sent = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const rest = sent.length > 0 ? `?${new URLSearchParams(sent)}` : '';
  return `#/${path.map(encodeURIComponent).join('/')}${rest}`;
}

/** Changes the query without a new entry in the browser's history. */
export function changeQuery(changes: Record<string, string | undefined>): void {
  const { path, query } = address.peek();
  history.replaceState(null, '', link(path, { ...query, ...changes }));
  address.value = read();
}

/** Shows the first page, without an entry in the browser's history. */
export function forgetAddress(): void {
  history.replaceState(null, '', link([]));
  address.value = read();
}

function read(): Address {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decoded), query: Object.fromEntries(new URLSearchParams(query)) };
}
