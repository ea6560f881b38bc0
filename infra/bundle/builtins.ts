import type { Plugin } from 'esbuild';

/**
 * Loads Node's modules without their ES module facades. A facade reads every property of its module, even those
 * that load other code on first use: the facade of `node:http` loads undici, which takes 26 ms of CPU.
 */
export const builtins: Plugin = {
  name: 'builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'builtin', sideEffects: false }));
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};
