import MiniSearch from 'minisearch';

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

/** `getOrders` is two words, and the forms of a word count as one. */
const tokenize = (text: string) => text.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[\wäöüß@*-]+/gi) ?? [];
const processTerm = (word: string) => word.toLowerCase().replace(/(?:ies|y|ing|ed|es|e|s)$/, '');

const enough = 5;

/** Finds entries by their words, by the beginnings of words, and despite typing errors. The best matches come first. */
export function finderOf(entries: Entry[]): (query: string) => Entry[] {
  const index = new MiniSearch<Entry>({ idField: 'url', fields: ['title', 'words', 'text'], tokenize, processTerm });
  index.addAll(entries);
  const byUrl = new Map(entries.map((entry) => [entry.url, entry]));
  const weightOf = (url: string) => kindWeights[byUrl.get(url)?.kind ?? 'section'];
  const find = (query: string, combineWith: 'AND' | 'OR') =>
    index.search(query, {
      combineWith,
      boost: { title: 3, words: 2.5 },
      boostDocument: weightOf,
      prefix: (word) => word.length > 1,
      fuzzy: (word) => word.length > 3 && (word.length > 4 ? 2 : 1),
      // Two typing errors make `store` of `stock`.
      weights: { fuzzy: 0.15, prefix: 0.375 },
    });
  return (query) => {
    const complete = find(query, 'AND').map(({ id }) => id);
    // A page that has all words by chance does not hide one that has most of them in its title.
    const found = complete.length >= enough ? complete : [...complete, ...find(query, 'OR').map(({ id }) => id)];
    return [...new Set(found)].slice(0, 12).flatMap((url) => byUrl.get(url) ?? []);
  };
}
