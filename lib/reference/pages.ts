import type { Place } from '../route.ts';

/** The paths of the API reference. They need no key and are not in the route table. */
export const pages = ['/openapi.json', '/docs', '/docs/{file}'].map(
  (path) => ({ id: 'reference', method: 'GET', path }) as Place,
);
