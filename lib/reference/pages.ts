import type { Place } from '../route.ts';

/** What is there to be read: open to everybody, without a key, and no row of the route table. */
export const pages = ['/openapi.json', '/docs', '/docs/{file}'].map(
  (path) => ({ id: 'reference', method: 'GET', path }) as Place,
);
