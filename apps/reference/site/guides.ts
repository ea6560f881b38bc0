import { readFileSync } from 'node:fs';

export type Guide = { name: string; title: string; text: string };

/** The pages of `docs/` that the site shows, in reading order. */
export const guideGroups: Record<string, string[]> = {
  'Get started': ['first-ten-minutes', 'console', 'stores-day', 'webhooks', 'client', 'run-locally', 'compare'],
  'Build on it': ['reliable-clients', 'errors', 'scopes', 'erp', 'generate', 'books', 'limits'],
  'Run it': ['deploy', 'monitor', 'operating', 'restore', 'disaster', 'security', 'scale', 'costs'],
  Understand: ['decisions', 'dependencies'],
};

/** For contributors only. */
const notes = /<!--.*?-->\n+/gs;

export const guides: Guide[] = Object.values(guideGroups)
  .flat()
  .map((name) => {
    const text = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
    return { name, title: /^# (.*)$/m.exec(text)?.[1] as string, text: text.replace(notes, '') };
  });
