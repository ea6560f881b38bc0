import type { Route } from '../../../lib/route.ts';

export const isList = ({ payload }: Pick<Route, 'payload'>) => 'next_cursor' in payload.shape;

export const ordinary = 512;

/** A list can be 4 MB of JSON, and gets the memory at which Lambda gives a whole processor. */
export const megabytesOf = (route: Pick<Route, 'payload'> | undefined) => (route && isList(route) ? 1769 : ordinary);
