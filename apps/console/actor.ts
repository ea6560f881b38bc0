/** Letters that are not a plain letter with a mark. */
const letters: Record<string, string> = { ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O' };
const others: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i', '’': "'" };

/** A name as the service can record it: `Jörg Weiß` becomes `Jorg_Weiss`. Undefined if that is not possible. */
export function recordedName(name: string): string | undefined {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => letters[letter] ?? others[letter] ?? letter)
    .trim()
    .replace(/\s+/g, '_');
  return /^[\x21-\x7e]{0,100}$/.test(plain) ? plain : undefined;
}
