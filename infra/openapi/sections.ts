import type { Route } from '../../lib/route.ts';
import { routes } from '../../lib/routes.ts';
import { managementSections } from './managementSections.ts';
import { platformSections } from './platformSections.ts';
import type { Section } from './section.ts';

export const sections: Section[] = [...platformSections, ...managementSections];

/** The route table as its rows stand in their sections. */
export function inSections(): Route[] {
  const ids = sections.flatMap(({ operations }) => Object.keys(operations));
  return routes.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export function sectionOf(operation: string): Section {
  const section = sections.find(({ operations }) => operation in operations);
  if (!section) throw new Error(`${operation} stands in no section of the API document`);
  return section;
}
