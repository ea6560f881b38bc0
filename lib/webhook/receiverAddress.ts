import { BlockList, isIP } from 'node:net';
import { publicHost } from '../values/host.ts';

/** Whether webhooks may call this machine. Only in a local run: in the deployed bundle this is compiled to false. */
const isLocalAllowed = () => process.env.WEBHOOK_ALLOW_LOCAL === '1';

const blocked = new BlockList();
const ranges4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
const ranges6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';
for (const range of ranges4.split(' ')) blocked.addSubnet(...subnet(range), 'ipv4');
for (const range of ranges6.split(' ')) blocked.addSubnet(...subnet(range), 'ipv6');

const publicSpace6 = new BlockList();
publicSpace6.addSubnet('2000::', 3, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function subnet(range: string): [string, number] {
  const [net = '', bits] = range.split('/');
  return [net, Number(bits)];
}

/** Whether a webhook may connect to this IP address. Only public IPv6 space is allowed, which rules out embedded IPv4. */
export function isAllowedAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (isLocalAllowed() && loopback.check(address, family)) return true;
  return !blocked.check(address, family) && (version === 4 || publicSpace6.check(address, family));
}

/** Why a webhook may not have this URL, judged by its text alone. */
export function urlProblem(text: string): string | undefined {
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (!url) return 'must be a URL, like https://shop.example.com/hooks';
  if (url.protocol !== 'https:' && !(isLocalAllowed() && url.protocol === 'http:'))
    return 'must be an https URL, like https://shop.example.com/hooks';
  if (!isAllowedPort(url)) return 'must use port 443 or a port from 1024 to 65535';
  if (url.username || url.password) return 'must not contain a user name or password; every call is signed instead';
  if (!isAllowedHost(url.hostname)) return 'must have a public host; private and reserved addresses are never called';
  return undefined;
}

/** Without a port, https uses 443, and http (local runs only) uses 80. */
const isAllowedPort = ({ port, protocol }: URL) =>
  port === '' ? protocol === 'https:' || isLocalAllowed() : Number(port) >= 1024 || port === '443';

/** Expects a host from the URL parser, which normalizes every spelling of an IP address. */
export function isAllowedHost(host: string): boolean {
  if (isLocalAllowed() && host === 'localhost') return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isAllowedAddress(address) || publicHost(host) !== undefined;
}
