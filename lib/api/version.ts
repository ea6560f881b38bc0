import { ApiError } from './errors.ts';

/** The versions that an `If-Match` header accepts; undefined means any. */
export type IfMatch = readonly string[] | undefined;

const tag = /^(W\/)?"[\x21\x23-\x7e]*"$/;

/** A malformed header or a weak tag matches no version. */
export function parseIfMatch(header: string | undefined): IfMatch {
  if (header === undefined || isAnyVersion(header)) return undefined;
  const tags = header.split(',').map((text) => text.trim());
  return tags.every((text) => tag.test(text)) ? tags : [];
}

/** The only value that `If-None-Match` accepts: the request creates the resource or fails. */
export const isAnyVersion = (header: string) => header.trim() === '*';

export const ifNoneMatchRule = 'must be *, which fails if the resource exists; to create or replace it, leave the header out';

export const etag = (version: number) => `"${version}"`;

/** Throws if the caller's change is based on another version. */
export function mustMatch(ifMatch: IfMatch, name: 'order' | 'tenant', { version }: { version: number }): void {
  if (!ifMatch || ifMatch.includes(etag(version))) return;
  const sent = ifMatch.length === 1 ? /^"(\d{1,15})"$/.exec(ifMatch[0] as string)?.[1] : undefined;
  const message = sent
    ? `The version does not match: you sent version ${sent}, but the ${name} is now at version ${version}. Reload it and try again.`
    : `If-Match does not contain the ETag of the ${name}, which is now at version ${version}. Reload it and send If-Match: ${etag(version)}, with the quotes.`;
  throw new ApiError('version_mismatch', message);
}
