import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aStore } from '../../support/actors.ts';
import { describeConsole, goTo } from '../../support/console.ts';
import { anOrder, aProduct } from '../../support/orders.ts';

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

describeConsole('the second page of a list', (visit) => {
  test('has a limit', async () => {
    const store = await aStore();
    for (const _ of [1, 2, 3]) await anOrder(store, { lines: [{ sku: await aProduct(store, { stock: 1 }), quantity: 1 }] });
    const page = await visit(store.key, { at: '#/settings/availability' });
    await cutFirstPages(page);
    // The screen of one order reads no list but the feed.
    for (const [screen, list, limit] of [
      ['#/orders', 'order/', '100'],
      ['#/orders/1001', 'order/', '100'],
      ['#/today', 'product/', '1000'],
    ] as const) {
      expect([screen, await limitOf(page, screen, `management/${list}`)]).toEqual([screen, limit]);
    }
  });

  test('is counted although the first one is empty', async () => {
    const page = await visit((await aStore()).key, { at: '#/settings/availability' });
    await page.route(/\/delivery\/\?/, (route) => {
      const isFirst = !route.request().url().includes('cursor=');
      return route.fulfill({ json: { payload: { deliveries: isFirst ? [] : [{}], next_cursor: isFirst ? 'c1' : null } } });
    });
    await goTo(page, '#/today');
    await page.getByRole('link', { name: 'Failed deliveries 1', exact: true }).waitFor();
  });
});
