import { run, start } from './run.ts';

type Environment = Record<string, string | undefined>;

const platform: Environment = {
  STORE_URL: process.env.BASE_URL,
  PLATFORM_API_KEY: process.env.PLATFORM_API_KEY,
  STORE_API_KEY: undefined,
};
const command = [process.execPath, 'apps/ops/ops.ts'];

/** Runs the operator command in its own process. */
export const ops = (words: string[], env: Environment = {}) => run([...command, ...words], { env: { ...platform, ...env } });

export const startOps = (words: string[], env: Environment = {}) =>
  start([...command, ...words], { env: { ...platform, ...env } });

/** The JSON output of a command. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape it expects
export async function opsJson(words: string[], env: Environment = {}): Promise<any> {
  const { code, stdout, stderr } = await ops([...words, '--json'], env);
  if (code !== 0) throw new Error(`ops ${words.join(' ')} exited with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Splits a command line at blanks, except within double quotes. */
export const wordsOf = (line: string) => (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
