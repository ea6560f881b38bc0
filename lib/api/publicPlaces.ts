import { sitePlaces } from '../site/places.ts';
import type { Place } from './route.ts';

/** Paths that need no key. They are not in the route table. */
export const publicPlaces: Place[] = [...sitePlaces, { id: 'health', method: 'GET', path: '/health' }];
