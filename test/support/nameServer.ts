import { createSocket, type RemoteInfo } from 'node:dgram';
import dns from 'node:dns';
import { isIP } from 'node:net';

/** What a name resolves to: addresses, an error, or no answer at all. */
export type Answer = string[] | 'unknown' | 'failing' | 'silent';

const codes = { unknown: 3, failing: 2 };
const types = { 4: 1, 6: 28 };

/**
 * Starts a name server that this process asks. `answerFor` is called for each query: one for each address family of a lookup, and
 * one more if it gets no answer.
 */
export async function aNameServer(answerFor: (name: string, family: 4 | 6) => Answer) {
  const socket = createSocket('udp4');
  const answered = new Map<string, Answer>();
  socket.on('message', (query: Buffer, { port, address }: RemoteInfo) => {
    const labels: string[] = [];
    let at = 12;
    for (let size = query[at] as number; size > 0; size = query[at] as number) {
      labels.push(query.toString('latin1', at + 1, at + 1 + size));
      at += size + 1;
    }
    const family = query.readUInt16BE(at + 1) === types[4] ? 4 : 6;
    // A busy process asks again although it was answered, from another port.
    const question = query.toString('latin1');
    const answer = answered.get(question) ?? answerFor(labels.join('.'), family);
    if (answer === 'silent') return;
    answered.set(question, answer);
    const addresses = typeof answer === 'string' ? [] : answer.filter((found) => isIP(found) === family);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (typeof answer === 'string' ? codes[answer] : 0), 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send([header, query.subarray(12, at + 5), ...addresses.map(record)], port, address);
  });
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready));
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    stop: () => {
      dns.setServers(before);
      socket.close();
    },
  };
}

/** An answer for the name of the question, valid for no time. */
function record(address: string): Buffer {
  const family = isIP(address) as 4 | 6;
  const bytes = bytesOf(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(types[family], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const groups = (text = '') => text.split(':').flatMap((group) => (group ? [Number.parseInt(group, 16)] : []));
  // The URL parser writes embedded IPv4 addresses in hexadecimal too.
  const [left, right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::').map(groups) as [number[], number[]?];
  const zeros = Array(8 - left.length - (right?.length ?? 0)).fill(0);
  const bytes = Buffer.alloc(16);
  for (const [i, group] of [...left, ...zeros, ...(right ?? [])].entries()) bytes.writeUInt16BE(group, i * 2);
  return bytes;
}
