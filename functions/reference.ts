import { readFile } from 'node:fs/promises';
import { serving } from '../lib/reference/serving.ts';

const folder = new URL('./reference/', import.meta.url);

/** The API document and its page, as files that are built beside this function. */
export const handler = serving((name) =>
  readFile(new URL(name, folder), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }),
);
