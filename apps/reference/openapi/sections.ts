import type { Route } from '../../../lib/api/route.ts';
import { sections } from '../../../lib/api/sections.ts';
import { routes } from '../../../lib/routes.ts';

const names = Object.keys(sections);

/** All operations in the order of the API document. */
export const inSections = (): Route[] =>
  routes.toSorted(({ place: [a, i] }, { place: [b, j] }) => names.indexOf(a) - names.indexOf(b) || i - j);
