import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aStore } from '../../support/actors.ts';
import { describeConsole, isFocused, passTime } from '../../support/console.ts';
import { aProduct, place, times, update } from '../../support/orders.ts';

describeConsole('a list of 1,000 orders in the console', (visit) => {
  test('is loaded up to the order named in the address, scrolls without re-layout, and changes one row at a time', async () => {
    const store = await aStore();
    const sku = await aProduct(store);
    for (let i = 0; i < 25; i += 1) await times(40, () => place(store, { lines: [{ sku, quantity: 1 }] }));
    const page = await visit(store.key, { at: '#/orders?at=1001', ownClock: true });
    await isFocused(page, '1001');
    expect(await page.locator('tbody tr').count()).toBe(1000);

    expect(await layoutsWhile(page, () => scrollThrough(page))).toBeLessThan(5);

    await page.evaluate(watchRows);
    await update(store, '1500', { authorized: true });
    await passTime(page, '1 new or changed order since you opened this list');
    expect(await page.evaluate('[...window.touched]')).toEqual(['1500']);
  });
});

async function layoutsWhile(page: Page, work: () => Promise<unknown>): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  const layouts = async () =>
    (await browser.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')?.value as number;
  const before = await layouts();
  await work();
  return (await layouts()) - before;
}

/** From the end to the top, a part of a screen per frame. */
const scrollThrough = (page: Page) =>
  page.evaluate(`new Promise((ended) => {
    const step = () => {
      scrollBy(0, -innerHeight / 4);
      requestAnimationFrame(scrollY > 0 ? step : ended);
    };
    scrollTo(0, document.documentElement.scrollHeight);
    requestAnimationFrame(step);
  })`);

/** Collects the keys of the rows in which anything changes. */
const watchRows = `
  window.touched = new Set();
  new MutationObserver((changes) => {
    for (const { target } of changes) touched.add((target.closest?.('tr') ?? target.parentElement.closest('tr'))?.dataset.key);
  }).observe(document.querySelector('tbody'), { subtree: true, childList: true, attributes: true, characterData: true });
`;
