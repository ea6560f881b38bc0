export const maxNameLength = 200;

export const orderNumber = /^[1-9]\d{3,11}$/;

export const isSingleLine = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value);

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
