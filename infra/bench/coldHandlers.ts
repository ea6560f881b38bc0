import { join } from 'node:path';
import { keySortKey } from '../../lib/key/storedKey.ts';
import { parseToken } from '../../lib/key/token.ts';
import { bundle, bytesLoadedAtStart, pack } from '../bundle/bundle.ts';
import { gatewayEvent } from '../local/event.ts';

/** Bundles `getOrder` as deployed, and the bare handler with the whole SDK. */
export async function coldHandlers(folder: string) {
  const [service, whole] = [join(folder, 'service'), join(folder, 'whole')];
  const { handlers, metafile } = await bundle(service);
  const operation = handlers.getOrder as string;
  const bare = await pack({ bare: 'infra/bench/bare.ts' }, whole, { sdk: 'whole' });
  return {
    handlers: { operation: join(service, operation.replace(/\.handler$/, '.mjs')), bare: join(whole, 'bare.mjs') },
    bytes: { operation: bytesLoadedAtStart(metafile, operation), bare: bytesLoadedAtStart(bare.metafile, 'bare') },
  };
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
