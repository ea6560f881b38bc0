import type { Page } from 'playwright-core';
import { platform } from './actors.ts';
import { call } from './call.ts';
import { until } from './receiver.ts';

/** Keys that the service rejects. */
export const deadKeys: [name: string, make: (tenant: string) => Promise<string>][] = [
  [
    'expired',
    async (id) => {
      // A busy machine can take more than a second to issue the key, and then its expiry is in the past.
      for (let ms = 1_000; ; ms *= 3) {
        const expires = Date.now() + ms;
        const body = { expires: new Date(expires).toISOString() };
        const { status, payload } = await call('issueKey', { as: platform, params: { id }, body });
        if (status !== 201) continue;
        await until(() => Date.now() > expires);
        return payload.secret;
      }
    },
  ],
  [
    'revoked',
    async (id) => {
      const { key, secret } = (await call('issueKey', { as: platform, params: { id } })).payload;
      await call('revokeKey', { as: platform, params: { id, key_id: key.id } });
      return secret;
    },
  ],
];

/** From now on, the browser sends this key in place of its own, as if its own had expired or been revoked. */
export const replaceKey = (page: Page, key: string, isOver = () => true): Promise<unknown> =>
  page.route('**/v1/**', (route) =>
    route.fallback(isOver() ? { headers: { ...route.request().headers(), 'x-api-key': key } } : {}),
  );
