/** Whether lists and objects are nested deeper than this. The text need not be valid JSON. */
export function isDeeperThan(max: number, text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/[[\]{}]|"[^"\\]*(?:\\.[^"\\]*)*"?/g)) {
    if ('[{'.includes(token)) depth += 1;
    else if (']}'.includes(token)) depth -= 1;
    if (depth > max) return true;
  }
  return false;
}

/**
 * Says where a string that is not JSON goes wrong. Unlike the message of `JSON.parse`, it never quotes the string, which may contain
 * secrets.
 */
export function syntaxErrorIn(text: string): string {
  // The length of the longest beginning that could still become JSON. Found by halving, because any longer one cannot.
  let valid = 0;
  let invalid = text.length + 1;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (couldContinue(text.slice(0, middle))) valid = middle;
    else invalid = middle;
  }
  if (valid === text.length) return 'unexpected end of input';
  const lines = text.slice(0, valid).split('\n');
  return `unexpected character at line ${lines.length}, column ${(lines.at(-1) as string).length + 1}`;
}

/** Whether the engine finds no error before the end. */
function couldContinue(text: string): boolean {
  const problem = problemOf(text);
  if (problem === undefined || problem === 'Unexpected end of JSON input') return true;
  return Number(/ at position (\d+)/.exec(problem)?.[1]) === text.length;
}

function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as SyntaxError).message;
  }
}

/** A field name that appears more than once in one object of valid JSON. `JSON.parse` would keep only the last value. */
export function repeatedNameIn(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token] of text.matchAll(/[{}]|"(?:[^"\\]|\\.)*"\s*:?/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token.endsWith(':')) {
      const name = JSON.parse(token.slice(0, -1));
      const names = open.at(-1) as Set<string>;
      if (names.has(name)) return name;
      names.add(name);
    }
  }
}
