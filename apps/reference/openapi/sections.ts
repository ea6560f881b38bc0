import type { Route } from '../../../lib/api/route.ts';
import { routes } from '../../../lib/routes.ts';
import { managementSections } from './managementSections.ts';
import { platformSections } from './platformSections.ts';
import type { Section } from './section.ts';

export const sections: Section[] = [...platformSections, ...managementSections];

const pathOf = new Map(routes.map(({ id, path }) => [id, path]));
const describedIds = sections.flatMap(({ operations }) => Object.keys(operations));

/** All operations in the order of their sections. */
export function inSections(): Route[] {
  const positions = new Map(routes.map((route) => [route.id, positionOf(route)]));
  return routes.toSorted((a, b) => (positions.get(a.id) as number) - (positions.get(b.id) as number));
}

export const sectionOf = (route: Route) =>
  sections.find(({ operations }) => (describedIds[Math.floor(positionOf(route))] as string) in operations) as Section;

/** An operation without a sentence of its own follows the one with the most similar path. */
function positionOf({ id, path }: Route): number {
  const position = describedIds.indexOf(id);
  if (position >= 0) return position;
  const shared = describedIds.map((other) => sharedLength(path, pathOf.get(other) ?? ''));
  return shared.lastIndexOf(Math.max(...shared)) + 0.5;
}

function sharedLength(path: string, other: string): number {
  const words = other.split('/');
  const end = path.split('/').findIndex((word, i) => word !== words[i]);
  return end < 0 ? words.length : end;
}
