import { readFile } from 'node:fs/promises';
import { referenceHandler } from '../lib/reference/serving.ts';

const folder = new URL('./reference/', import.meta.url);

/** Serves the API document and its page from files bundled with this function. */
export const handler = referenceHandler((name) =>
  readFile(new URL(name, folder), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }),
);
