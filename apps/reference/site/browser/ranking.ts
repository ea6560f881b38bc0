/** Something that can be found. `words` are searched like the title, but count less. */
export type Entry = {
  kind: 'operation' | 'error' | 'guide' | 'section' | 'field';
  title: string;
  url: string;
  hint: string;
  words: string;
  text: string;
};

const kindWeights: Record<Entry['kind'], number> = { operation: 1.2, error: 1.25, guide: 1.25, section: 1, field: 0.9 };

/** The best matches first. Every word must match; if none does, any word is enough. */
export function rank(entries: Entry[], query: string, most = 12): Entry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const scored = entries.map((entry) => ({ entry, scores: words.map((word) => scoreOf(entry, word)) }));
  const complete = scored.filter(({ scores }) => scores.every((score) => score > 0));
  const found = complete.length > 0 ? complete : scored.filter(({ scores }) => scores.some((score) => score > 0));
  return found
    .map(({ entry, scores }) => ({ entry, score: total(scores) * kindWeights[entry.kind] + exactness(entry, query) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}

const total = (scores: number[]) => scores.reduce((sum, score) => sum + score, 0);

/** The query is the whole title, the name in a URL, or a path. */
function exactness({ kind, title, url, hint }: Entry, query: string): number {
  const whole = query.trim().toLowerCase();
  const names = [title, url].map((name) => name.toLowerCase());
  if (names.includes(whole) || (whole.includes('/') && hint.endsWith(whole))) return kind === 'field' ? 15 : 30;
  return kind !== 'field' && names.some((name) => stemOf(name) === stemOf(whole)) ? 15 : 0;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9_äöüß@*-]+/g) ?? [];

/** A longer title says less about each of its words. */
function scoreOf({ title, words, text }: Entry, word: string): number {
  const titleWords = wordsOf(title.replace(/([a-z])([A-Z])/g, '$1 $2'));
  const inTitle = matchOf(titleWords, word) * (10 + 4 / Math.max(1, titleWords.length));
  const inWords = matchOf(wordsOf(words), word) * 9.5;
  return Math.max(inTitle, inWords, matchOf(wordsOf(text), word) * 3);
}

/** 1 for the word itself or its plural, less for the beginning of a word. */
function matchOf(candidates: string[], word: string): number {
  const stem = stemOf(word);
  if (candidates.some((one) => one === word || stemOf(one) === stem)) return 1;
  if (word.length > 1 && candidates.some((one) => one.startsWith(word))) return 0.6;
  return word.length > 3 && candidates.some((one) => one.includes(word)) ? 0.3 : 0;
}

const stemOf = (word: string) => word.replace(/(?:ies|y|ing|ed|es|e|s)$/, '');
