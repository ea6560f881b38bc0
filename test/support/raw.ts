import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { documentChecks } from '../../apps/reference/openapi/documentChecks.ts';
import { router } from '../../lib/api/router.ts';
import { routes } from '../../lib/routes.ts';

export type RawRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  /** Sent unchanged. Several parts make a chunked body. */
  body?: Buffer | string | (Buffer | string)[];
  base?: string;
};
type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

const match = router(routes);

/** Checks the response of an operation against the API document. Responses of the parser are not in the document. */
function check(method: string, path: string, { status, headers, text }: RawAnswer) {
  const found = match(path.split('?')[0] as string).find(({ route }) => route.method === method);
  if (found && headers['content-type'])
    documentChecks().answer(found.route.id, { status, headers: headers as Record<string, string>, text });
}

const agent = new Agent({ keepAlive: false });

/** Sends a request unchanged, where `fetch` would correct or reject it. */
export function raw({ method = 'GET', path, headers = {}, body, base = process.env.BASE_URL as string }: RawRequest) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const outgoing = request(base, { method, path, headers, agent }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      incoming.on('end', () => {
        const answer = { status: incoming.statusCode as number, headers: incoming.headers, text };
        try {
          check(method, path, answer);
          resolve(answer);
        } catch (error) {
          reject(error);
        }
      });
    });
    outgoing.on('error', reject);
    if (Array.isArray(body)) for (const part of body) outgoing.write(part);
    outgoing.end(Array.isArray(body) ? undefined : body);
  });
}

export const platformKeyHeader = () => ({ 'X-API-KEY': process.env.PLATFORM_API_KEY as string });
