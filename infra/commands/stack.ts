import { existsSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { readText } from '../../apps/ops/files.ts';
import { bundle, sourcemapsOf } from '../bundle/bundle.ts';
import { main } from './main.ts';

const help = `Decodes the stack traces in log lines, from a file or stdin. The deployed commit must be checked out.

  npm run stack -- [FILE]
`;

await main(help, {}, run, { acceptsWords: true });

async function run(_: object, [file]: string[]): Promise<void> {
  const text = file === undefined ? readFileSync(0, 'utf8') : readText(file);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'stack-'));
  const asset = join(folder.path, 'functions');
  // The source maps are not deployed, so they are built again.
  await bundle(asset);
  process.stdout.write(decode(text, sourcemapsOf(asset)));
}

/** Replaces each position in a deployed file with its position in the source. Lambda unpacks the asset into /var/task. */
function decode(text: string, sourcemaps: string): string {
  const position = /(?:file:\/\/)?\/\S*?var\/task\/([\w./-]+\.mjs):(\d+):(\d+)/g;
  const maps = new Map<string, SourceMap | undefined>();
  // A log line holds the stack as a JSON string.
  return text.replaceAll('\\n', '\n').replace(position, (deployed, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, sourceMapAt(join(sourcemaps, `${file}.map`)));
    return originOf(maps.get(file), file, Number(line), Number(column)) ?? deployed;
  });
}

function sourceMapAt(path: string): SourceMap | undefined {
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

function originOf(map: SourceMap | undefined, file: string, line: number, column: number): string | undefined {
  const origin = map?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return undefined;
  const { fileName, lineNumber, columnNumber } = origin;
  const fromRoot = posix.join('dist/functions', posix.dirname(file), fileName);
  return `${fromRoot}:${lineNumber}:${columnNumber}`;
}
