import { readFileSync } from 'node:fs';

type Block = { language: string; text: string };

/** The code blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms)].map(([, indent = '', language = '', block = '']) => ({
    language,
    text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** The only block of a page, or of several, that contains these words. */
export function blockWith(page: string | string[], words: string): string {
  const [block, ...others] = [page]
    .flat()
    .flatMap(blocksOf)
    .filter(({ text }) => text.includes(words));
  if (!block || others.length > 0) throw new Error(`${page} must have exactly one block with ${words}`);
  return block.text;
}
