import { type Action, deleteAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { canonicalEmail } from '../values/email.ts';
import { fold } from '../values/fold.ts';
import { numberLength, paddedNumber } from '../values/id.ts';
import type { Order } from './schema.ts';

const maxLength = 100;
export const highestNumber = 10 ** numberLength - 1;

const cut = (text: string) => [...text].slice(0, maxLength).join('');
export const folded = (text: string) => cut(fold(text));

/** References and tracking numbers are found with or without their blanks and punctuation. */
export const compact = (text: string) => folded(text).replaceAll(' ', '');

export const foldedEmail = (text: string) => cut(canonicalEmail(text));

/** A phone number is found by its end. */
export const reversed = (digits: string) => cut([...digits].reverse().join(''));
export const digitsIn = (text: string) => text.replace(/\D/g, '');

/** Sorts before everything that can follow a name, so that `ann` comes before `ann lee`. */
export const afterText = '  ';

type Searched = Pick<Order, 'number' | 'customer' | 'reference' | 'shipments'>;

/** Texts of an order that are found by their beginning. */
export type Texts = { prefix: string; of: (order: Searched) => string[] };

export const names: Texts = {
  prefix: 'FIND#N:',
  of: ({ customer }) => {
    const { first_name, last_name, company } = customer ?? {};
    const parts = [first_name, last_name].map((part) => part ?? '');
    return sorted([parts.join(' '), parts.toReversed().join(' '), company ?? ''].map(folded));
  },
};

/** The reference and the tracking numbers. */
export const codes: Texts = {
  prefix: 'FIND#R:',
  of: ({ reference, shipments }) =>
    sorted([reference, ...shipments.map(({ tracking_number }) => tracking_number)].map((code) => compact(code ?? ''))),
};

const sorted = (texts: string[]) => [...new Set(texts)].filter((text) => text !== '').sort(asStored);

/** DynamoDB sorts text by its bytes. */
const asStored = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The sort keys under which an order can be found. */
function searchKeys(order: Searched): string[] {
  const { number, customer } = order;
  const { email, phone } = customer ?? {};
  const newestFirst = paddedNumber(highestNumber - +number);
  return [
    ...(email ? [`FIND#E:${foldedEmail(email)}#${paddedNumber(number)}`] : []),
    ...(phone ? [`FIND#P:${reversed(digitsIn(phone))}#${newestFirst}`] : []),
    ...[names, codes].flatMap(({ prefix, of }) => of(order).map((text) => `${prefix}${text}${afterText}${newestFirst}`)),
  ];
}

/** Updates an order's search keys in the transaction that changes what it is found by. */
export function searchActions(tenant: TenantId, before: Order | undefined, after: Order): Action[] {
  const [old, current] = [before ? searchKeys(before) : [], searchKeys(after)];
  return [
    ...current.filter((key) => !old.includes(key)).map((key) => putAction(tenant, key, {})),
    ...old.filter((key) => !current.includes(key)).map((key) => deleteAction(tenant, key)),
  ];
}
