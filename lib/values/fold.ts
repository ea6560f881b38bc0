const special: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', ı: 'i', ς: 'σ' };

/** Removes case, accents and punctuation, so that `jorg` finds `JÖRG`. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’ʻʼ]/gu, '')
    .replace(/[ßøłæıς]/g, (letter) => special[letter] as string)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
