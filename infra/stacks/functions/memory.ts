import { isPaged, type Route } from '../../../lib/api/route.ts';

/** The timeouts are in functions.ts and deliveryQueues.ts. */
export const defaultMegabytes = 512;

/** A list can be 4 MB of JSON, so it gets a whole CPU, which Lambda provides from 1,769 MB. */
export const listMegabytes = 1769;

export const megabytesOf = (route: Route) => (isPaged(route) ? listMegabytes : defaultMegabytes);
