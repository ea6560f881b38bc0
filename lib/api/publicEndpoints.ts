import { siteEndpoints } from '../site/siteEndpoints.ts';
import type { Endpoint } from './route.ts';

/** Paths that need no key. They are not in the route table. */
export const publicEndpoints: Endpoint[] = [...siteEndpoints, { id: 'health', method: 'GET', path: '/health' }];
