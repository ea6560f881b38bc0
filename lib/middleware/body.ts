import { type Event, headerOf } from '../call.ts';
import { ApiError, invalid } from '../errors.ts';
import { mayBeInexact, parseExact } from '../values/json.ts';
import { syntaxErrorIn } from '../values/jsonSyntax.ts';

const maxBytes = 256 * 1024;
const maxDepth = 16;

/** The parsed JSON body; undefined if there is none. */
export function bodyOf(event: Event): unknown {
  const { body, isBase64Encoded } = event;
  if (!body) return undefined;
  const type = headerOf(event, 'content-type');
  if (type !== undefined && !isJson(type)) {
    const sent = /^[\x20-\x7e]{1,100}$/.test(type) ? `Content-Type ${type}` : 'This Content-Type';
    throw new ApiError('unsupported_media_type', `${sent} is not supported. Send the body as application/json in UTF-8.`);
  }
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : Buffer.from(body);
  if (bytes.length > maxBytes) {
    throw new ApiError('payload_too_large', `The body has ${bytes.length} bytes; the limit is ${maxBytes} (256 KB).`);
  }
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
  } catch {
    const problem = syntaxErrorIn(text);
    throw problem === undefined ? tooDeep() : invalid('body', `is not valid JSON: ${problem}`);
  }
  if (isDeeper(value, maxDepth)) throw tooDeep();
  return value;
}

const tooDeep = () => invalid('body', `is nested deeper than ${maxDepth} levels`);

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object' || JSON.isRawJSON(value)) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
