import { join } from 'node:path';
import { build } from 'esbuild';
import { keySortKey } from '../../lib/key/storedKey.ts';
import { parseToken } from '../../lib/key/token.ts';
import { bundle, bytesLoadedAtStart, pack } from '../bundle/bundle.ts';
import { gatewayEvent } from '../local/event.ts';

const bare = 'infra/bench/bare.ts';

/** Bundles `getOrder` as deployed and without its warm-up, and the bare handler in three ways. */
export async function coldHandlers(folder: string) {
  const file = (path: string) => join(folder, path);
  const { handlers, metafile } = await bundle(file('service'));
  const operation = handlers.getOrder as string;
  const ours = await pack({ unwarmed: 'functions/management/getOrder.ts', lean: bare }, file('ours'));
  const whole = await pack({ bare }, file('whole'), {}, 'whole');
  return {
    handlers: {
      operation: file(`service/${operation.replace(/\.handler$/, '.mjs')}`),
      unwarmed: file('ours/unwarmed.mjs'),
      bare: file('whole/bare.mjs'),
      lean: file('ours/lean.mjs'),
      default: file('default/index.cjs'),
    },
    bytes: {
      operation: bytesLoadedAtStart(metafile, operation),
      unwarmed: bytesLoadedAtStart(ours.metafile, 'unwarmed'),
      bare: bytesLoadedAtStart(whole.metafile, 'bare'),
      lean: bytesLoadedAtStart(ours.metafile, 'lean'),
      default: await packByDefault(file('default/index.cjs')),
    },
  };
}

/** Bundles like NodejsFunction, except that the SDK is included: Lambda's runtime would provide it, but it is missing here. */
async function packByDefault(outfile: string): Promise<number> {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'bare.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    metafile: true,
  });
  return Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A request for an order of the demo store, with the database keys that the bare handler needs instead. */
export function requestFor(key: string): object {
  const { tenant = '', id = '' } = parseToken(key) ?? {};
  const pk = `T#${tenant}`;
  const event = gatewayEvent({
    method: 'GET',
    url: '/v1/management/order/1001',
    pathParameters: { number: '1001' },
    headers: { 'X-API-KEY': key },
  });
  const auth = [keySortKey(id), 'TENANT'].map((sk) => ({ pk, sk }));
  return { ...event, auth, order: { pk, sk: 'ORDER#000000001001' } };
}
