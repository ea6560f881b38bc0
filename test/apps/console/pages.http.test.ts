import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aManagementKey, aTenant, platform } from '../../support/actors.ts';
import { describeConsole, goTo } from '../../support/console.ts';
import { aProduct } from '../../support/orders.ts';
import { create } from '../../support/users.ts';
import { aWebhookStore, placeMany } from '../../support/webhooks.ts';

/** Cuts the first page of each list to two items. */
const cutFirstPages = (page: Page) =>
  page.route(/[?&]limit=/, (route) => {
    const url = route.request().url();
    return route.continue(url.includes('cursor=') ? {} : { url: url.replace(/limit=\d+/, 'limit=2') });
  });

/** Goes to a screen, and returns the limit of the second page that it reads of a list. */
async function limitOf(page: Page, screen: string, list: string): Promise<string | null> {
  const isSecond = (url: URL) => url.pathname.endsWith(`/v1/${list}`) && url.searchParams.has('cursor');
  const [request] = await Promise.all([page.waitForRequest((one) => isSecond(new URL(one.url()))), goTo(page, screen)]);
  return new URL(request.url()).searchParams.get('limit');
}

describeConsole('every page after the first', (visit) => {
  test('of a list of a store has a limit', async () => {
    const store = await aWebhookStore();
    await placeMany(store, 5);
    for (const _ of [1, 2, 3, 4]) {
      await aProduct(store, { stock: 1 });
      await create(store);
      await aManagementKey(store.tenant.id);
    }
    const page = await visit(store.key, { at: '#/settings/availability' });
    await cutFirstPages(page);
    // The screen of one order reads no list but the feed.
    for (const [screen, list, limit, rows] of [
      ['#/orders', 'order/', '100', 5],
      ['#/orders/1001', 'order/', '100'],
      ['#/products', 'product/', '100', 5],
      ['#/settings/users', 'user/', '100', 5],
      ['#/settings/keys', 'key/', '100', 5],
      ['#/settings/audit', 'audit/', '100'],
      ['#/settings/webhooks', 'settings/webhook/confirm-order/delivery/', '100', 5],
      ['#/today', 'product/', '1000'],
    ] as const) {
      expect([screen, await limitOf(page, screen, `management/${list}`)]).toEqual([screen, limit]);
      if (rows)
        await page
          .locator('tbody tr')
          .nth(rows - 1)
          .waitFor();
    }
  });

  test('of a list of the platform has a limit', async () => {
    const [{ id }] = [await aTenant(), await aTenant(), await aTenant()];
    for (const _ of [1, 2, 3]) await aManagementKey(id);
    const page = await visit(platform, { at: '#/keys' });
    await cutFirstPages(page);
    for (const [screen, list] of [
      ['#/tenants', 'tenant/'],
      ['#/audit', 'audit/'],
      [`#/tenants/${id}`, `tenant/${id}/key/`],
    ] as const) {
      expect([screen, await limitOf(page, screen, `platform/${list}`)]).toEqual([screen, '100']);
    }
  });
});
