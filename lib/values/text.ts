export const maxNameLength = 200;

export const orderNumber = /^[1-9]\d{3,11}$/;

/** The order number that a person wrote, such as `1003` or `#1003`. */
export function orderNumberIn(text: string): string | undefined {
  const number = text.trim().replace(/^#/, '');
  return orderNumber.test(number) ? number : undefined;
}

export const isSingleLine = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value);

/** Replaces what a single line must not contain. */
export const asSingleLine = (value: string) => value.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD');

export const isMultiLine = (value: string) => value.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(value);

export const isNotBlank = (value: string) => value.trim() !== '';

/** A part of a URL without its escapes. One that cannot be decoded stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
