import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Milliseconds of one step in a fresh process, without those in which it was ready to run but other processes had the CPU, and
 * how much CPU time all of its threads took.
 */
export type Step = { ms: number; cpu: number };
export type Cold = { load: Step; first: Step; second: Step; isWarm: boolean };

type Measured = {
  /** The bundled file, which exports `handler`. */
  file: string;
  event: object;
  environment: Record<string, string>;
};

const run = promisify(execFile);

/** Loads a handler in a fresh process, as Lambda would, and calls it twice. */
export async function coldStart({ file, event, environment }: Measured): Promise<Cold> {
  const script = `
    const { readFileSync } = process.getBuiltinModule('node:fs');
    const delay = () => {
      try {
        return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
      } catch {
        return 0;
      }
    };
    const measured = async (step) => {
      const [cpu, delayed, start] = [process.cpuUsage(), delay(), performance.now()];
      const result = await step();
      const ms = performance.now() - start - (delay() - delayed);
      const { user, system } = process.cpuUsage(cpu);
      return [result, { ms, cpu: (user + system) / 1000 }];
    };
    const [{ handler }, load] = await measured(() => import('${file}'));
    const event = ${JSON.stringify(event)};
    const [one, first] = await measured(() => handler(structuredClone(event), {}));
    const [two, second] = await measured(() => handler(structuredClone(event), {}));
    if (one.statusCode !== 200 || two.statusCode !== 200) throw new Error(one.body + two.body);
    process.stdout.write(JSON.stringify({ load, first, second }) + '\\n', () => process.exit());`;
  const options = { env: { PATH: process.env.PATH, ...environment } };
  const flags = ['--no-warnings', '--input-type=module', '--eval'];
  const { stdout } = await run(process.execPath, [...flags, script], options).catch(({ stderr }) => {
    throw new Error(`${file} failed:\n${stderr}`);
  });
  const lines = stdout.trim().split('\n');
  // The only line before is the warning that the warm-up failed.
  return { ...JSON.parse(lines.at(-1) as string), isWarm: lines.length === 1 };
}
