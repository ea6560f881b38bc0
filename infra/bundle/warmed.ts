import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { routes } from '../../lib/routes.ts';

const root = resolve(import.meta.dirname, '../..');

/** The handlers that warm up when their function starts, with the request that each rehearses. No operation waits for the others. */
export const warmed = new Map(
  [...routes, { id: 'health', caller: undefined, method: 'GET', path: '/health' } as const].map(
    ({ id, caller, method, path }) => [caller ? `${caller}/${id}` : id, { caller: caller ?? 'platform', method, path }],
  ),
);

/** Resolves `warmed:<handler>` to the handler, followed by its warm-up. Tests and the local server have none. */
export const warmUp: Plugin = {
  name: 'warm-up',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^warmed:/ }, ({ path }) => ({ path: path.slice('warmed:'.length), namespace: 'warmed' }));
    onLoad({ filter: /.*/, namespace: 'warmed' }, ({ path }) => ({
      contents: `
        import { handler as own } from './functions/${path}.ts';
        import { ignoringClock, warmUp } from './lib/api/warmUp.ts';
        export const handler = ignoringClock(own);
        await warmUp(own, ${JSON.stringify(warmed.get(path))});`,
      resolveDir: root,
      loader: 'ts',
    }));
  },
};
