import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
let last = 0n;

/** 26 characters that sort by creation time: 48 bits of milliseconds, then 80 random bits. */
export function timeId(now: Date): string {
  const fresh = (BigInt(now.getTime()) << 80n) | BigInt(`0x${randomBytes(10).toString('hex')}`);
  last = fresh >> 80n === last >> 80n && fresh <= last ? last + 1n : fresh;
  return textOf(last, 26);
}

/** The common prefix of all IDs of a millisecond. Every later ID sorts after it. */
export const timeIdAt = (time: number) => textOf(BigInt(time), 10);

/** When an ID was generated. */
export const timeOf = (id: string): Date =>
  new Date(Number([...id.slice(0, 10)].reduce((time, char) => time * 32n + BigInt(alphabet.indexOf(char)), 0n)));

function textOf(number: bigint, length: number): string {
  let text = '';
  for (let rest = number, i = 0; i < length; i++, rest >>= 5n) text = alphabet[Number(rest & 31n)] + text;
  return text;
}

const pattern = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** Whether a string has the form of an ID of this kind, such as `usr_…`. */
export const isId = (kind: 'ten' | 'usr' | 'key' | 'evt', text: string) =>
  text.startsWith(`${kind}_`) && pattern.test(text.slice(4));

/** The most digits of an order's number. */
export const numberLength = 12;

/** The number of an order, so that text sorts as numbers do. */
export const paddedNumber = (number: string | number) => `${number}`.padStart(numberLength, '0');
