import { maxNumberLength, mayBeInexact, parseExact } from '../values/json.ts';
import { isDeeperThan, repeatedNameIn, syntaxErrorIn } from '../values/jsonSyntax.ts';
import { type Event, headerOf } from './call.ts';
import { ApiError, invalid } from './errors.ts';
import { fieldName } from './fieldErrors.ts';

export const maxBodyBytes = 256 * 1024;
export const maxBodyDepth = 16;
/** More than any valid request has; validating more would cost too much CPU. */
export const maxBodyValues = 20_000;

/** The parsed JSON body, or undefined if there is none. */
export function bodyOf(event: Event): unknown {
  const { body, isBase64Encoded } = event;
  if (!body) return undefined;
  const type = headerOf(event, 'content-type');
  if (type !== undefined && !isJson(type)) {
    const sent = /^[\x20-\x7e]{1,100}$/.test(type) ? `Content-Type ${type}` : 'This Content-Type';
    throw new ApiError('unsupported_media_type', `${sent} is not supported. Send the body as application/json in UTF-8.`);
  }
  const encoding = headerOf(event, 'content-encoding');
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new ApiError(
      'unsupported_media_type',
      'Compressed bodies are not supported. Send the body without Content-Encoding.',
    );
  }
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : Buffer.from(body);
  if (bytes.length > maxBodyBytes) {
    throw new ApiError(
      'payload_too_large',
      `The body is ${bytes.length} bytes; the limit is ${maxBodyBytes} (${maxBodyBytes / 1024} KB). Send less data.`,
    );
  }
  return parse(isBase64Encoded ? decode(bytes) : body);
}

const isJson = (type: string) =>
  /^application\/([\w.-]+\+)?json$/i.test(type.split(';')[0]?.trim() ?? '') && !/charset=(?!"?utf-?8\b)/i.test(type);

function decode(bytes: Buffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('body', 'is not valid UTF-8; encode it as UTF-8');
  }
}

function parse(text: string): unknown {
  // Checked first, because finding a syntax error in deeply nested lists is slow.
  if (isDeeperThan(maxBodyDepth, text)) throw invalid('body', `is nested deeper than ${maxBodyDepth} levels; flatten it`);
  let value: unknown;
  try {
    value = mayBeInexact(text) ? parseExact(text) : JSON.parse(text);
  } catch {
    throw invalid('body', `is not valid JSON: ${syntaxErrorIn(text)}`);
  }
  mustBeAcceptable(value, text);
  const repeated = repeatedNameIn(text);
  if (repeated !== undefined) throw invalid(fieldName(repeated), 'appears more than once in one object; send it once');
  return value;
}

/** Throws for values that no operation accepts, before their fields are validated. */
function mustBeAcceptable(body: unknown, json: string) {
  const mayHaveBrokenText = !json.isWellFormed() || /\\u[dD][89a-fA-F]/.test(json);
  let values = 0;
  visit(body);

  function visit(value: unknown): void {
    values += 1;
    if (values > maxBodyValues) throw invalid('body', `has more than ${maxBodyValues} values; send fewer`);
    if (mayHaveBrokenText && typeof value === 'string') mustBeWellFormed(value);
    if (value === null || typeof value !== 'object') return;
    if (JSON.isRawJSON(value)) {
      mustBeShort((value as unknown as { rawJSON: string }).rawJSON);
      return;
    }
    for (const name of Object.keys(value)) {
      if (mayHaveBrokenText) mustBeWellFormed(name);
      visit((value as Record<string, unknown>)[name]);
    }
  }
}

function mustBeWellFormed(text: string) {
  if (!text.isWellFormed()) throw invalid('body', 'contains invalid Unicode (a lone surrogate); remove the broken character');
}

function mustBeShort(number: string) {
  if (number.length > maxNumberLength) {
    throw invalid('body', `contains a number with ${number.length} characters; the limit is ${maxNumberLength}; shorten it`);
  }
}
