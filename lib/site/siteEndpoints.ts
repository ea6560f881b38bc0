import type { Endpoint } from '../api/route.ts';

/** Each folder of static files has an `index.html`, served at `/<folder>`. The other files are at `/<folder>/<name>`. */
const folders = ['docs', 'console'];

/** The API document, and that of the calls to webhooks. */
export const documents = ['openapi.json', 'webhooks.json'];

/** The paths of the documents and the static files. They need no key and are not in the route table. */
export const siteEndpoints = [
  ...documents.map((name) => `/${name}`),
  ...folders.flatMap((folder) => [`/${folder}`, `/${folder}/{file}`]),
].map((path) => ({ id: 'site', method: 'GET', path }) as Endpoint);
