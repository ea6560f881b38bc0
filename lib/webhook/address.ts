import { BlockList, isIP } from 'node:net';

/** Whether webhooks may go to this machine itself: only in a local run, and cut out of what is deployed. */
const localAllowed = process.env.WEBHOOK_ALLOW_LOCAL === '1';

const refused = new BlockList();
const ranges4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
const ranges6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';
for (const range of ranges4.split(' ')) refused.addSubnet(...subnet(range), 'ipv4');
for (const range of ranges6.split(' ')) refused.addSubnet(...subnet(range), 'ipv6');

const publicSpace6 = new BlockList();
publicSpace6.addSubnet('2000::', 3, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function subnet(range: string): [string, number] {
  const [net = '', bits] = range.split('/');
  return [net, Number(bits)];
}

/** Whether a webhook may connect to this IP address. Of IPv6 only the public space, so no form of an IPv4 address hides in it. */
export function isAllowedAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (localAllowed && loopback.check(address, family)) return true;
  return !refused.check(address, family) && (version === 4 || publicSpace6.check(address, family));
}

/** Whether plain http may be used, and names of this machine. */
export const isLocalAllowed = () => localAllowed;
