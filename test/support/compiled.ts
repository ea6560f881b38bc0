import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from './run.ts';

/** What the compiler says about files outside of the project, with the settings of the project. */
export async function compiled(files: [string, ...string[]], more: object = {}): Promise<string> {
  const config = join(dirname(files[0]), 'tsconfig.json');
  const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')], ...more };
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }));
  return (await run([join(root, 'node_modules/.bin/tsc'), '--project', config])).stdout;
}
