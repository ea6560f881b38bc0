import { readFile } from 'node:fs/promises';
import { siteHandler } from '../lib/site/serving.ts';

const folder = new URL('./site/', import.meta.url);

/** Serves the API document and the pages from files bundled with this function. */
export const handler = siteHandler((name) =>
  readFile(new URL(name, folder), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }),
);
