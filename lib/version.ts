import { ApiError } from './errors.ts';

/** The versions that an `If-Match` header accepts; undefined means any. */
export type IfMatch = readonly string[] | undefined;

const tag = /^(W\/)?"[\x21\x23-\x7e]*"$/;

/** A malformed or weak tag matches no version. */
export function parseIfMatch(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = header.split(',').map((text) => text.trim());
  return tags.every((text) => tag.test(text)) ? tags : [];
}

export const etag = (version: number) => `"${version}"`;

/** Throws if the change was based on another version. */
export function mustMatch(ifMatch: IfMatch, { version }: { version: number }): void {
  if (ifMatch && !ifMatch.includes(etag(version))) {
    const sent = ifMatch.length > 0 ? ifMatch.join(', ') : 'no valid ETag';
    throw new ApiError(
      'version_mismatch',
      `You sent ${sent} in If-Match, but the version is now ${etag(version)}. Reload it and try again; nothing was changed.`,
    );
  }
}
