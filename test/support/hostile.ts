/** The words of a text. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

/** Addresses that must never be called: for IPv4, the first and last of each range, and known services in it. */
export const hostile4 =
  '0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 127.0.0.0 127.0.0.1 127.255.255.255 ' +
  '168.63.129.16 169.254.0.0 169.254.169.254 169.254.170.2 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.192 ' +
  '192.0.0.255 192.0.2.0 192.0.2.255 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 ' +
  '198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255';

export const hostile6 =
  ':: ::1 ::2 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:8.8.8.8 ::ffff:0:10.0.0.1 0:0:0:0:0:ffff:0a00:0001 1::1 ' +
  '64:ff9b::7f00:1 64:ff9b::169.254.169.254 64:ff9b::8.8.8.8 64:ff9b:1::a00:1 100::1 100:0:0:1::1 1fff:ffff::1 2001::1 ' +
  '2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:3::1 2001:10::1 2001:20::1 2001:1ff:ffff::1 2001:db8::1 2001:db8:ffff::1 ' +
  '2002:7f00:1:: 2002:a9fe:a9fe::1 2002:c0a8:1::1 2002:808:808::1 3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 ' +
  'fd12:3456:789a::1 fdff:ffff::1 fe80::1 fe80::a9fe:a9fe febf::1 fec0::1 ff02::1 ff05::2 ff0e::1';

/** Addresses that may be called: the nearest neighbours of the above and some well-known ones. */
export const public4 =
  '1.0.0.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 168.63.129.15 168.63.129.17 ' +
  '169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0 ' +
  '192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255';

export const public6 =
  '2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1 2606:4700:4700::1111 2a00:1450::1 3ffe::1 3fff:1000::1';

/** Spellings of private addresses that a URL parser or a resolver understands. */
export const spellings = words(`
  127.1 127.0.1 2130706433 0x7f000001 0x7F.1 0x7f.0x0.0x0.0x1 017700000001 0177.0.0.1 0177.0.0.01 00000177.1
  127.0x1 127.0.0.1. 127.1. %31%32%37.0.0.1 127%2e0%2e0%2e1 127。0。0。1 127．0．0．1 127｡1 １２７.0.0.1 ①②⑦.⓪.⓪.①
  𝟏𝟐𝟕.𝟎.𝟎.𝟏 ２１３０７０６４３３ ０x７f.1 127.0.0.\u00ad1 4294967295 0 0x0 00 0. 0x7f.1. 169.254.43518 169.16689662
  2852039166 0xa9fea9fe 0xa9.0xfe.0xa9.0xfe 0251.0376.0251.0376 025177524776 １６９.２５４.１６９.２５４ 169。254。169。254
  169.254.169.254. %31%36%39.254.169.254 10.1 10.0.1 012.1 0xa.1 167772161 0xA000001 3232235521 0xc0.0xa8.1
  0300.0250.1 192.168.257 2886729729 0xac.0x10.1 172.1048577 1681915905 [::ffff:7f00:1]
  [0:0:0:0:0:ffff:127.0.0.1] [0000:0000:0000:0000:0000:0000:0000:0001] [::FFFF:127.0.0.1] [::ffff:0x7f.1]
  [::1%25lo] [fe80::1%25eth0] [0::0] [64:FF9B::7F00:1] [2002:7F00:0001::] [FD00:EC2::254] [127.0.0.1]
`);

/** Names that lead, or might lead, to internal hosts. */
export const names = [
  ...words(`
    localhost LOCALHOST localhost. ｌｏｃａｌｈｏｓｔ loc%61lhost localhost.localdomain foo.localhost foo.localhost.
    metadata metadata.google.internal metadata.google.internal. instance-data instance-data.ec2.internal
    kubernetes kubernetes.default.svc.cluster.local host.docker.internal db.internal router.lan
    nas.home printer.local PRINTER.LOCAL 1.0.0.127.in-addr.arpa facebookcorewwwi.onion intranet shop example.com.
    shop..com -shop.example.com shop-.example.com sh_op.example.com shop.example.123 shop.example.0x7f xn--.com
    shop.example.com%00.evil.example shop.example.com%2f@127.0.0.1
  `),
  `${'x'.repeat(64)}.example.com`,
  `${'abcdefgh.'.repeat(31)}com`,
];

const schemes = words('ftp file gopher ws wss data javascript blob dict ldap ssh unix httpx');
const controlCharacters = ['\t', '\n', '\r\n', '\u0000', '\u0007', '\u007f', '\u0085', '\u00a0', '\u2028', '\ufeff'];

/** Texts that are rejected as the URL of a webhook, most of them not because of the host. */
export const texts = [
  ...words(`
    http://shop.example.com/ file:///etc/passwd data:text/plain,hello javascript:alert(1) https: https:// https:/// //shop.example.com/
    shop.example.com /hooks ? # https://ada@shop.example.com/ https://ada:x@shop.example.com/ https://:x@shop.example.com/
    https://shop.example.com@127.0.0.1/ https://127.0.0.1#@shop.example.com/ https://127.0.0.1\\@shop.example.com/
    https://shop.example.com:0x50/ https://shop.example.com:65536/ https://shop.example.com:-1/ https://shop.example.com:443:80/
    https://127.0.0.1:443/ https://[::1]:8443/ https://localhost:3000/ https://shop<example>.com/ https://shop|example.com/
    https://shop^example.com/ https://[shop.example.com]/ https://[::1/ https://[1::2::3]/ https://256.256.256.256/
    https://1.2.3.4.5/ https://09.1.1.1/ https://%zz/
  `),
  ...schemes.map((scheme) => `${scheme}://shop.example.com/`),
  ...controlCharacters.map((character) => `https://shop.example.com/${character}hooks`),
  ...['https://shop.exa\tmple.com/', 'ht\ntps://shop.example.com/', ' https://shop.example.com/', 'https://shop.example.com/ '],
  ...[' ', 'https://shop example.com/', 'https://shop.example.com /', ' http://shop.example.com/'],
];
