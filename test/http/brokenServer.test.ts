import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { createLocalServer } from '../../infra/local/localServer.ts';

test('prints an error outside of a handler to the terminal', async () => {
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const broken = new Proxy(
    {},
    {
      ownKeys() {
        throw new Error('an error of the server itself');
      },
    },
  );
  const server = createLocalServer(() => broken).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/platform/tenant/`;
  await expect(fetch(url, { method: 'POST', body: '{}' }).finally(() => server.close())).rejects.toThrow('fetch failed');
  expect(written).toHaveBeenCalledWith(expect.stringContaining('an error of the server itself'));
  written.mockRestore();
});
