import { pages } from './reference/pages.ts';
import type { Place } from './route.ts';

/** The paths that need no key and are not in the route table. */
export const publicPlaces: Place[] = [...pages, { id: 'health', method: 'GET', path: '/health' }];
