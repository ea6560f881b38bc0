import { describe, expect, test } from '@jest/globals';
import { urlProblem } from '../../../lib/webhook/receiverAddress.ts';
import { words } from '../../support/hostile.ts';

const local = words(
  'http://127.0.0.1/ http://127.255.0.1/ http://localhost:443/ http://localhost:3000/ https://[::1]:8443/ http://shop.example.com/',
);
const portsOf = (ports: string[]) => ports.map((port) => `https://shop.example.com${port}/hooks`);
const never = [
  ...words('https://10.0.0.1/ https://169.254.169.254/ https://intranet/ ftp://shop.example.com/ shop.example.com'),
  ...['https://ada:secret@shop.example.com/', ...portsOf([':1', ':80', ':444', ':1023'])],
];
const always = portsOf(['', ':443', ':1024', ':65535']);

describe.each([
  ['a deployment', '0', always, [...never, ...local]],
  ['a local run', '1', [...always, ...local], never],
])('%s', (_, allowLocal, allowed, rejected) => {
  test.each(allowed)('may call %s', (url) => {
    process.env.WEBHOOK_ALLOW_LOCAL = allowLocal;
    expect(urlProblem(url)).toBeUndefined();
  });

  test.each(rejected)('may not call %s', (url) => {
    process.env.WEBHOOK_ALLOW_LOCAL = allowLocal;
    expect(urlProblem(url)).toMatch(/^must /);
  });
});
