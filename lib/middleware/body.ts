import { type Event, headerOf } from '../call.ts';
import { ApiError, invalid } from '../errors.ts';
import { mayBeInexact, parseExact } from '../values/json.ts';

const largest = 256 * 1024;
const deepest = 16;

/** The JSON that was sent; undefined when the body is absent. */
export function bodyOf(event: Event): unknown {
  const { body, isBase64Encoded } = event;
  if (!body) return undefined;
  const type = headerOf(event, 'content-type');
  if (type !== undefined && !isJson(type)) {
    throw new ApiError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : Buffer.from(body);
  if (bytes.length > largest) throw new ApiError('payload_too_large', 'A body may have 256 KB at most.');
  return parse(isBase64Encoded ? decode(bytes) : body);
}

const isJson = (type: string) =>
  /^application\/([\w.-]+\+)?json$/i.test(type.split(';')[0]?.trim() ?? '') && !/charset=(?!"?utf-?8\b)/i.test(type);

function decode(bytes: Buffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('body', 'is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = mayBeInexact(text) ? parseExact(text) : JSON.parse(text);
  } catch (error) {
    throw invalid('body', `is not valid JSON (${positionOf(error)})`);
  }
  if (isDeeper(value, deepest)) throw invalid('body', `is nested deeper than ${deepest} levels`);
  return value;
}

/** The parser's message quotes what was sent; only the place of the fault may leave. */
const positionOf = (error: unknown) =>
  /at position \d+( \(line \d+ column \d+\))?/.exec(String(error))?.[0] ?? 'it ends too early';

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object' || JSON.isRawJSON(value)) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
