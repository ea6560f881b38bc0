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
    await passTime(page, '1 change since you opened this list.');
    expect(await page.evaluate('[...window.touched]')).toEqual(['1500']);
  }, 300_000);
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

/** Scrolls from the end to the top, one screen per frame. With `PICTURES=1`, prints how long the frames took. */
async function scrollThrough(page: Page): Promise<void> {
  const frames = (await page.evaluate(`new Promise((ended) => {
    const times = [];
    const step = (now) => {
      times.push(now);
      scrollBy(0, -innerHeight / 4);
      scrollY > 0 ? requestAnimationFrame(step) : ended(times);
    };
    scrollTo(0, document.documentElement.scrollHeight);
    requestAnimationFrame(step);
  })`)) as number[];
  const lengths = frames.slice(1).map((time, i) => time - (frames[i] as number));
  const sorted = lengths.toSorted((a, b) => a - b);
  if (process.env.PICTURES)
    console.info(`${lengths.length} frames: median ${sorted[sorted.length >> 1]} ms, longest ${sorted.at(-1)} ms`);
}

/** Collects the keys of the rows in which anything changes. */
const watchRows = `
  window.touched = new Set();
  new MutationObserver((changes) => {
    for (const { target } of changes) touched.add((target.closest?.('tr') ?? target.parentElement.closest('tr'))?.dataset.key);
  }).observe(document.querySelector('tbody'), { subtree: true, childList: true, attributes: true, characterData: true });
`;
