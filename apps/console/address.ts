import { signal } from '@preact/signals';

/** What the page shows. It is in the fragment, which a browser sends to nobody, because a search can be a customer's name. */
export type Address = { path: string[]; query: Record<string, string> };

export const address = signal<Address>(read());

addEventListener('hashchange', () => {
  address.value = read();
});

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

function read(): Address {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decoded), query: Object.fromEntries(new URLSearchParams(query)) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
