import { globSync } from 'node:fs';

/** The TypeScript files below a folder, sorted. */
export const glob = (root: string, folder: string): string[] => globSync(`${folder}/**/*.ts`, { cwd: root }).sort();
