import { createServer } from 'node:net';

/** A port for a program that cannot take any: below those that the system gives away, so that nobody else gets it meanwhile. */
export const freePort = async (): Promise<number> => {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  return (await isFree(port)) ? port : freePort();
};

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
