import { describe, expect, test } from '@jest/globals';
import { currencyOf, isCountry, isCurrency } from '../../../lib/values/country.ts';
import { publicHost } from '../../../lib/values/host.ts';
import { isTimeZone } from '../../../lib/values/timezone.ts';
import { words } from '../../support/hostile.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const pairs = letters.flatMap((a) => letters.map((b) => a + b));

describe('countries', () => {
  const countries = pairs.filter(isCountry);

  test('are the 249 of ISO 3166-1, each with a name and a currency', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(countries).toHaveLength(249);
    expect(countries.filter((code) => !names.of(code))).toEqual([]);
    expect(countries.map(currencyOf).filter((currency) => !isCurrency(currency))).toEqual([]);
  });

  test.each(['UK', 'EU', 'XK', 'AN', 'SU', 'ZZ', 'AA', 'EL', 'de', 'D', 'DEU', '', 'AED', 'toString'])(
    '%s is not a country',
    (code) => {
      expect(isCountry(code)).toBe(false);
    },
  );

  test.each(words('DE/EUR JP/JPY KW/KWD CH/CHF LI/CHF GB/GBP US/USD PR/USD HR/EUR BG/EUR GL/DKK SN/XOF'))('%s', (pair) => {
    const [country = '', currency] = pair.split('/');
    expect(currencyOf(country)).toBe(currency);
  });

  test('use currencies of ISO 4217, each with a name', () => {
    const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
    const currencies = pairs.flatMap((pair) => letters.map((c) => pair + c)).filter(isCurrency);
    expect(currencies.length).toBeGreaterThan(150);
    expect(currencies.filter((code) => !names.of(code))).toEqual([]);
    for (const code of ['XXX', 'XTS', 'XAU', 'XDR', 'DEM', 'HRK']) expect(currencies).not.toContain(code);
  });
});

describe('time zones', () => {
  test('include UTC and every name that Intl lists', () => {
    expect([...Intl.supportedValuesOf('timeZone'), 'UTC'].filter((name) => !isTimeZone(name))).toEqual([]);
  });

  test.each(
    words(`
      Asia/Calcutta Asia/Kolkata Europe/Kyiv US/Pacific America/Argentina/ComodRivadavia America/Port-au-Prince
      Etc/GMT+12 Etc/GMT-14 Etc/UTC GMT CET EST5EDT Zulu NZ-CHAT W-SU
    `),
  )('include %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  test.each([
    ...['', 'Europe/Berlin ', 'Europe/Berlin\n'],
    ...words(`
      +05:30 UTC+1 GMT+1 Z utc europe/berlin EUROPE/BERLIN Europe/berlin Europe/Atlantis Etc/GMT+13 Etc/GMT-15 Europe/
      /Berlin US/PACIFIC Europe/KYIV Europe/Berlin/Mitte Europe\\Berlin ../Europe/Berlin SystemV/EST5 AET IST PST Local
    `),
  ])('do not include %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('hosts', () => {
  test.each([
    ['Shop.Example.COM', 'shop.example.com'],
    ['a.io', 'a.io'],
    ['straße.de', 'xn--strae-oqa.de'],
    ['faß。example', 'xn--fa-hia.example'],
    ['MÜNCHEN.рф', 'xn--mnchen-3ya.xn--p1ai'],
    ['exam\u00adple.com', 'example.com'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['xn--strae-oqa.de', 'xn--strae-oqa.de'],
    ['日本語.jp', 'xn--wgv71a119e.jp'],
    ['☃.net', 'xn--n3h.net'],
    ['1und1.de', '1und1.de'],
    ['4.shop', '4.shop'],
    ['shop.local.example.com', 'shop.local.example.com'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
    [`${'abcdefghi.'.repeat(24)}my-example.co`, `${'abcdefghi.'.repeat(24)}my-example.co`],
  ])('%s is normalized to %s', (text, ascii) => {
    expect(publicHost(text)).toBe(ascii);
    expect(publicHost(ascii)).toBe(ascii);
  });

  test.each([
    ...words('0x7f000001 0177.0.0.1 1.2.3 ::ffff:1.2.3.4 a.b:80 a.b/.. a.b\\c a%2eb.c a.b. .. a..b shop 127.0.0.1'),
    ...words('http://shop.example.com *.example.com shop\u0000.example.com'),
    `${'abcdefghi.'.repeat(24)}my-example.com`,
  ])('%s is not a public host', (text) => {
    expect(publicHost(text)).toBeUndefined();
  });
});
