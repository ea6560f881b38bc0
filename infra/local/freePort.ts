import { createServer } from 'node:net';

/** A free port below the range that the system assigns, so no other program gets it in the meantime. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  return (await isFree(port, host)) ? port : freePort(host);
};

const isFree = (port: number, host: string) =>
  new Promise<boolean>((resolve, reject) => {
    const probe = createServer()
      .once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
      .listen(port, host, () => probe.close(() => resolve(true)));
  });
