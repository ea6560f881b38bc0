import { pages } from './reference/pages.ts';
import type { Place } from './route.ts';

/** Paths that need no key. They are not in the route table. */
export const publicPlaces: Place[] = [...pages, { id: 'health', method: 'GET', path: '/health' }];
