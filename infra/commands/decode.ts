import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, posix } from 'node:path';

/** A place in a deployed file. Lambda lays the asset at /var/task. */
const deployed = /(?:file:\/\/)?\/\S*?var\/task\/([\w./-]+\.mjs):(\d+):(\d+)/g;

/** Replaces each place in a deployed file by the place in the source that it was made of. */
export function decode(text: string, sourcemaps: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  // A line of the log holds its stack as a JSON string.
  return text.replaceAll('\\n', '\n').replace(deployed, (place, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, mapOf(join(sourcemaps, `${file}.map`)));
    return originOf(maps.get(file), file, Number(line), Number(column)) ?? place;
  });
}

function mapOf(path: string): SourceMap | undefined {
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

function originOf(map: SourceMap | undefined, file: string, line: number, column: number): string | undefined {
  const origin = map?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return undefined;
  const { fileName, lineNumber, columnNumber } = origin;
  const fromRoot = posix.join('dist/functions', posix.dirname(file), fileName);
  return `${fromRoot}:${lineNumber}:${columnNumber}`;
}
