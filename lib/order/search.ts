import { invalid } from '../api/errors.ts';
import type { Reader } from '../api/list.ts';
import type { TenantId } from '../db/key.ts';
import { itemsIn, queryPage, type Source } from '../db/query.ts';
import { numberLength, paddedNumber } from '../values/id.ts';
import { type Found, findOrders, orderKey, parsedOrder } from './orderItem.ts';
import type { Order } from './schema.ts';
import {
  afterText,
  codes,
  compact,
  digitsIn,
  folded,
  foldedEmail,
  highestNumber,
  names,
  reversed,
  type Texts,
} from './searchKeys.ts';

const minPhoneDigits = 7;

type Key = { sk: string };
/** Where a match is, and the number of its order. */
type Match = [position: string, number: number];

/** One way to find orders. */
type Lookup = {
  find: (after: string | undefined, limit: number) => Promise<{ matches: Match[]; last: string | undefined }>;
  /** Whether it finds an order first at this position, or at all. Most positions tell without the order, which takes time to parse. */
  finds: (order: () => Order, position?: string) => boolean;
};

/** The orders that `q` finds, at most 100 per page, with at most three database calls. */
export function search(tenant: TenantId, q: string): Reader<Found> {
  if (q.includes('@')) return reader(tenant, byEmail(tenant, foldedEmail(q.trim())));
  // People write an order's number as `#1003`.
  const digits = /^\s*#?[\d\s+/()-]*$/.test(q) ? digitsIn(q) : '';
  const first = digits ? byDigits(tenant, digits) : byText(tenant, names, folded(q));
  return reader(tenant, first, byText(tenant, codes, compact(q)));
}

/** Begins the positions of the second look-up, and no others. */
const inSecond = '!';
const nothing = { matches: [], last: undefined };

/** What the first look-up finds, then what only the second one finds. */
const reader = (tenant: TenantId, first: Lookup, second?: Lookup): Reader<Found> => ({
  positionOf: ({ position = '' }) => position,
  read: async (after = '', limit) => {
    const hasFirst = !after.startsWith(inSecond);
    const found = hasFirst ? await first.find(after || undefined, limit) : nothing;
    const end = found.last ?? (second && found.matches.length >= limit ? inSecond : undefined);
    const isDone = end !== undefined || !second;
    const more = isDone ? nothing : await second.find((!hasFirst && after.slice(1)) || undefined, limit - found.matches.length);
    const matches = [...found.matches, ...more.matches.map(([position, number]): Match => [inSecond + position, number])];
    const orders = await findOrders(
      tenant,
      matches.map(([position, number]) => [position, orderKey(String(number))]),
    );
    const isWanted = (item: Found) => {
      const { position = '' } = item;
      let parsed: Order | undefined;
      const order = () => {
        parsed ??= parsedOrder(item);
        return parsed;
      };
      if (!position.startsWith(inSecond)) return first.finds(order, position);
      return second?.finds(order, position.slice(inSecond.length)) && !first.finds(order);
    };
    return { items: orders.filter(isWanted), last: end ?? (more.last && inSecond + more.last) };
  },
});

function byEmail(tenant: TenantId, email: string): Lookup {
  const source = itemsIn<Key>(tenant, `FIND#E:${email}#`, 'descending');
  return {
    find: async (after, limit) => {
      const { items, last } = await queryPage(source, after, limit);
      const positions = items.map(source.positionOf);
      return { matches: positions.map((position) => [position, +position]), last };
    },
    finds: () => true,
  };
}

/** Sorted by text; orders with the same text newest first. An order with several matching texts appears at the first one. */
function byText(tenant: TenantId, { prefix, of }: Texts, start: string): Lookup {
  const source = itemsIn<Key>(tenant, prefix, 'ascending', { low: start, high: `${start}\u{10ffff}` });
  return {
    find: async (after, limit) => {
      if (start === '') return nothing;
      const { items, last } = await queryPage(source, after, limit);
      const positions = items.map(source.positionOf);
      return {
        matches: positions.map((position) => [position, highestNumber - +position.slice(-numberLength)]),
        last,
      };
    },
    finds: (order, position) => {
      const first = of(order()).find((text) => text.startsWith(start));
      if (position === undefined) return first !== undefined;
      return position.slice(0, -numberLength - afterText.length) === first;
    },
  };
}

/** An order number or the end of a phone number, newest first. All matches are read, since they are sorted by phone number. */
function byDigits(tenant: TenantId, sent: string): Lookup {
  const digits = sent.replace(/^0+/, '');
  const number = digits.length >= 4 && digits.length <= numberLength ? +digits : undefined;
  const phone = sent.length >= minPhoneDigits ? reversed(digits) : '';
  return {
    find: async (after, limit) => {
      const { keys, calls } = phone ? await readMatches(phonesIn(tenant, phone)) : { keys: [], calls: 0 };
      const found = new Set(keys.map(({ sk }) => highestNumber - +sk.slice(-numberLength)));
      if (number !== undefined) found.add(number);
      const below = after === undefined ? Number.POSITIVE_INFINITY : +after;
      const sorted = [...found].filter((number) => number < below).sort((a, b) => b - a);
      const page = sorted.slice(0, limit);
      const isLast = page.length === sorted.length;
      // After two calls, the page has none left for the second look-up.
      const last = isLast ? (calls > 1 ? inSecond : undefined) : paddedNumber(page.at(-1) as number);
      return { matches: page.map((number) => [paddedNumber(number), number]), last };
    },
    finds: (order, position) =>
      position !== undefined ||
      +order().number === number ||
      (phone !== '' && reversed(digitsIn(order().customer?.phone ?? '')).startsWith(phone)),
  };
}

const phonesIn = (tenant: TenantId, end: string) => itemsIn<Key>(tenant, 'FIND#P:', 'ascending', { low: end, high: `${end}~` });

/** Reads all matches of a phone number, in at most two queries. Together, these can return more than 20,000 orders. */
async function readMatches(source: Source<Key>): Promise<{ keys: Key[]; calls: number }> {
  const first = await queryPage(source, undefined, Number.POSITIVE_INFINITY);
  if (first.last === undefined) return { keys: first.items, calls: 1 };
  const second = await queryPage(source, first.last, Number.POSITIVE_INFINITY);
  if (second.last !== undefined)
    throw invalid('q', 'matches the phone numbers of too many orders; send more digits, or search for something else');
  return { keys: [...first.items, ...second.items], calls: 2 };
}
