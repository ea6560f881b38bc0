import { ApiError } from './errors.ts';

/** The versions an `If-Match` names; undefined when there is none, or `*`. */
export type IfMatch = readonly string[] | undefined;

const tag = /^(W\/)?"[\x21\x23-\x7e]*"$/;

/** A malformed or weak tag is kept as it is: it matches no version. */
export function parseIfMatch(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = header.split(',').map((text) => text.trim());
  return tags.every((text) => tag.test(text)) ? tags : [];
}

export const etag = (version: number) => `"${version}"`;

/** Refuses a change that was decided on another version. */
export function mustMatch(ifMatch: IfMatch, { version }: { version: number }): void {
  if (ifMatch && !ifMatch.includes(etag(version))) {
    throw new ApiError('version_mismatch', 'It has changed since. Read it again and decide anew; nothing was changed.');
  }
}
