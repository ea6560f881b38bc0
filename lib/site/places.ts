import type { Place } from '../api/route.ts';

/** Each folder of static files has an `index.html`, served at `/<folder>`. The other files are at `/<folder>/<name>`. */
const folders = ['docs', 'console'];

/** The paths of the API document and the static files. They need no key and are not in the route table. */
export const sitePlaces = ['/openapi.json', ...folders.flatMap((folder) => [`/${folder}`, `/${folder}/{file}`])].map(
  (path) => ({ id: 'site', method: 'GET', path }) as Place,
);
