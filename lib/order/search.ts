import { invalid } from '../api/errors.ts';
import type { Reader } from '../api/list.ts';
import { type Action, deleteAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { partition, queryPage, type Source } from '../db/query.ts';
import { canonicalEmail } from '../values/email.ts';
import { type Found, findOrders, orderKey } from './orderItem.ts';
import type { Order } from './schema.ts';

const maxLength = 100;
const minPhoneDigits = 7;
const numberLength = 12;
const highestNumber = 10 ** numberLength - 1;

const cut = (text: string) => [...text].slice(0, maxLength).join('');
const special: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', ς: 'σ' };

/** Removes case, accents and punctuation, so that `jorg` finds `JÖRG`. */
const folded = (text: string) =>
  cut(
    text
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\p{M}'’]/gu, '')
      .replace(/[ßøłæς]/g, (letter) => special[letter] as string)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );

const foldedEmail = (text: string) => cut(canonicalEmail(text));

/** A phone number is found by its end. */
const reversed = (digits: string) => [...digits].reverse().join('');
const digitsIn = (text: string) => text.replace(/\D/g, '');

const keyOfNumber = (number: number) => orderKey(String(number));
const padded = (number: number) => String(number).padStart(numberLength, '0');

/** Sorts before everything that can follow a name, so that `ann` comes before `ann lee`. */
const afterName = '  ';

/** The sort keys under which an order can be found: by e-mail address, phone number, name and company. */
function searchKeys({ number, customer }: Pick<Order, 'number' | 'customer'>): string[] {
  const { email, phone } = customer ?? {};
  return [
    ...(email ? [`FIND#E:${foldedEmail(email)}#${padded(+number)}`] : []),
    ...(phone ? [`FIND#P:${cut(reversed(digitsIn(phone)))}#${padded(highestNumber - +number)}`] : []),
    ...namesOf(customer).map((name) => `FIND#N:${name}${afterName}${padded(highestNumber - +number)}`),
  ];
}

function namesOf(customer: Order['customer']): string[] {
  const { first_name, last_name, company } = customer ?? {};
  const parts = [first_name, last_name].map((part) => part ?? '');
  const names = [parts.join(' '), parts.toReversed().join(' '), company ?? ''].map(folded);
  return [...new Set(names)].filter((name) => name !== '').sort(asStored);
}

/** DynamoDB sorts text by its bytes. */
const asStored = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Updates an order's search keys in the transaction that changes its customer. */
export function searchActions(tenant: TenantId, before: Order | undefined, after: Order): Record<string, Action> {
  const [old, current] = [before ? searchKeys(before) : [], searchKeys(after)];
  return Object.fromEntries([
    ...current.filter((key) => !old.includes(key)).map((key) => [`find ${key}`, putAction(tenant, key, {})]),
    ...old.filter((key) => !current.includes(key)).map((key) => [`forget ${key}`, deleteAction(tenant, key)]),
  ]);
}

type Key = { sk: string };

/** The orders that `q` finds, at most 100 per page, with at most three database calls. */
export function search(tenant: TenantId, q: string): Reader<Found> {
  const positionOf = ({ position = '' }: Found) => position;
  if (q.includes('@')) return { positionOf, read: (after, limit) => byEmail(tenant, foldedEmail(q.trim()), after, limit) };
  // People write an order's number as `#1003`.
  const digits = /^\s*#?[\d\s+/()-]*$/.test(q) ? digitsIn(q) : '';
  if (digits) return { positionOf, read: (after, limit) => byDigits(tenant, digits, after, limit) };
  return { positionOf, read: (after, limit) => byName(tenant, folded(q), after, limit) };
}

async function byEmail(tenant: TenantId, email: string, after: string | undefined, limit: number) {
  const source = partition<Key>(tenant, `FIND#E:${email}#`, 'descending');
  const { items, last } = await queryPage(source, after, limit);
  const positions = items.map(source.positionOf);
  return {
    items: await findOrders(
      tenant,
      positions.map((position) => [position, keyOfNumber(+position)]),
    ),
    last,
  };
}

/** Sorted by name; orders with the same name newest first. An order with several matching names appears at the first one. */
async function byName(tenant: TenantId, prefix: string, after: string | undefined, limit: number) {
  if (prefix === '') return { items: [], last: undefined };
  const source = partition<Key>(tenant, 'FIND#N:', 'ascending', { low: prefix, high: `${prefix}\u{10ffff}` });
  const { items, last } = await queryPage(source, after, limit);
  const positions = items.map(source.positionOf);
  const orders = await findOrders(
    tenant,
    positions.map((position) => [position, keyOfNumber(highestNumber - +position.slice(-numberLength))]),
  );
  const isFirst = ({ json, position = '' }: Found) => {
    const first = namesOf((JSON.parse(json) as Order).customer).find((name) => name.startsWith(prefix));
    return position.slice(0, -numberLength - afterName.length) === first;
  };
  return { items: orders.filter(isFirst), last };
}

/** An order number or the end of a phone number, newest first. All matches are read, since they are sorted by phone number. */
async function byDigits(tenant: TenantId, sent: string, after: string | undefined, limit: number) {
  const digits = sent.replace(/^0+/, '');
  const numbers = new Set(digits.length >= 4 && digits.length <= numberLength ? [+digits] : []);
  if (sent.length >= minPhoneDigits && digits) {
    const end = cut(reversed(digits));
    const source = partition<Key>(tenant, 'FIND#P:', 'ascending', { low: end, high: `${end}~` });
    for (const { sk } of await readMatches(source)) numbers.add(highestNumber - +sk.slice(-numberLength));
  }
  const below = after === undefined ? Number.POSITIVE_INFINITY : +after;
  const sorted = [...numbers].filter((number) => number < below).sort((a, b) => b - a);
  const page = sorted.slice(0, limit);
  const last = page.length < sorted.length ? padded(page.at(-1) as number) : undefined;
  return {
    items: await findOrders(
      tenant,
      page.map((number) => [padded(number), keyOfNumber(number)]),
    ),
    last,
  };
}

/** Reads all matches of a phone number, in at most two queries. Together, these can return more than 20,000 orders. */
async function readMatches(source: Source<Key>): Promise<Key[]> {
  const first = await queryPage(source, undefined, Number.POSITIVE_INFINITY);
  if (first.last === undefined) return first.items;
  const second = await queryPage(source, first.last, Number.POSITIVE_INFINITY);
  if (second.last !== undefined) throw invalid('q', 'matches the phone numbers of too many orders; send more digits');
  return [...first.items, ...second.items];
}
