const space = /[\t\n\r ]*/y;
const openString = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

const closing: Record<string, string> = { '{': '}', '[': ']' };

type Expected = 'value' | 'name' | 'value or ]' | 'name or }' | ':' | 'end';

/**
 * Says what is wrong with a string that is not JSON, and where; undefined if its syntax is valid. Unlike the message of
 * `JSON.parse`, it never quotes the string, which may contain secrets.
 */
export function syntaxErrorIn(text: string): string | undefined {
  /** The closing brackets that are still missing. */
  const missing: string[] = [];
  let expected: Expected = 'value';
  let at = 0;

  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    if (pattern.test(text)) at = pattern.lastIndex;
    return pattern.lastIndex > 0;
  };
  const error = (problem: string) =>
    at < text.length ? `${problem} at ${positionOf(text, at)}` : `unexpected end of input, ${problem}`;

  for (;;) {
    skip(space);
    const next = text[at];
    const bracket = missing.at(-1);
    if (expected === 'end' && bracket === undefined) return next === undefined ? undefined : error('unexpected text');
    if (next === bracket && (expected === 'end' || expected.endsWith(next as string))) {
      missing.pop();
      expected = 'end';
      at++;
    } else if (expected === 'end') {
      if (next !== ',') return error(`expected "," or "${bracket}"`);
      expected = bracket === '}' ? 'name' : 'value';
      at++;
    } else if (expected === ':') {
      if (next !== ':') return error('expected ":"');
      expected = 'value';
      at++;
    } else if (skip(openString)) {
      if (text[at] !== '"') return error(stringProblem(text[at]));
      expected = expected.startsWith('name') ? ':' : 'end';
      at++;
    } else if (expected.startsWith('name')) {
      return error('expected a field name in double quotes');
    } else if (next !== undefined && closing[next]) {
      missing.push(closing[next]);
      expected = next === '{' ? 'name or }' : 'value or ]';
      at++;
    } else {
      if (!skip(literal)) return error('expected a value');
      expected = 'end';
    }
  }
}

function stringProblem(next: string | undefined) {
  if (next === undefined) return 'unclosed string';
  return next === '\\' ? 'invalid escape in a string' : 'unescaped control character in a string';
}

function positionOf(text: string, at: number) {
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) as string).length + 1}`;
}
