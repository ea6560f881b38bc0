import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { describeConsole, goTo, says } from '../../support/console.ts';
import { anOrder } from '../../support/orders.ts';
import { aReceiver, until } from '../../support/receiver.ts';
import { setUrl } from '../../support/webhooks.ts';

const payloads = (host: string) => [
  `<img src=${host}/a onerror=alert(1)>`,
  `<script src=${host}/b></script>`,
  `<svg onload=fetch('${host}/c')>`,
  `"><iframe src=${host}/d></iframe>`,
  `<a href="javascript:alert(1)">click</a>`,
  `<style>@import '${host}/e'</style>`,
  `</td></tr></table><h1>owned</h1>`,
  `<link rel=stylesheet href=${host}/g>`,
  '\u202egnp.exe',
  '&lt;b&gt;&amp;&#60;',
  `<base href=${host}/>`,
];

const elements =
  'main img, main iframe, main h1 h1, main [href^=javascript], base[href], main style, main script, link[href*=http]';

describeConsole('text from customers and receivers in the console', (visit) => {
  test('is shown as it is, and never becomes markup or a request to another host', async () => {
    const store = await aStore();
    const elsewhere = await aReceiver();
    const texts = payloads(new URL(elsewhere.url).origin);
    const receiver = await aReceiver({ status: 500, body: texts.join('') });
    for (const text of texts) {
      const customer = { first_name: text, company: text, id: text };
      const address = { name: text, line1: text, city: text };
      if (text === texts.at(-1)) await setUrl(store, receiver.url);
      await anOrder(store, { customer, shipping_address: address, note: text, shipping: { name: text, price: 1 } });
    }
    await until(() => receiver.received.length > 0);
    const { payload } = await call('getOrders', { as: store.key });
    const page = await visit(store.key, { at: '#/orders?at=1001' });
    await page.locator('tr[data-key="1001"]').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(texts.length);
    expect(await page.locator(elements).count()).toBe(0);
    for (const { number, note } of payload.orders) {
      await goTo(page, `#/orders/${number}`);
      await page.locator('.note', { hasText: note.slice(0, 10) }).waitFor();
      expect(await page.locator('.note').textContent()).toBe(note);
      expect([number, await page.locator(elements).count()]).toEqual([number, 0]);
    }
    await goTo(page, '#/settings/webhooks');
    await page.locator('tbody details').first().click();
    await says(page, '<img src=');
    expect(await page.locator(elements).count()).toBe(0);
    expect(elsewhere.received).toEqual([]);
  });
});
