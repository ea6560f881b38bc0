/** The tz database's names without a region. Intl also accepts words that are not in the tz database. */
const plain =
  'CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica ' +
  'Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal ' +
  'W-SU WET Zulu';
/** Intl ignores the case of older names. No name has four capitals in a row. */
const regional = /^(?!SystemV|.*[A-Z]{4})[A-Z][A-Za-z]+(\/[A-Z][A-Za-z0-9_+-]+){1,2}$/;

export function isTimeZone(name: string): boolean {
  if (!regional.test(name)) return plain.split(' ').includes(name);
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return known === name || known.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}
