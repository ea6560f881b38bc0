import { expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { guides } from '../../../apps/reference/site/guides.ts';
import { operations } from '../../../apps/reference/site/operations.ts';
import { batchesOf } from '../../../lib/values/batches.ts';
import { aStore, platform } from '../../support/actors.ts';
import { describeBrowser } from '../../support/browser.ts';

const base = process.env.BASE_URL as string;
const names = ['', ...guides.map(({ name }) => name), ...operations.map(({ operationId }) => operationId)];
const urlOf = (name: string) => `${base}/docs${name && `/${name}`}`;
const wide = { width: 1400, height: 950 };
const phone = { width: 360, height: 740 };

describeBrowser('the pages of the site', (newPage) => {
  async function open(name: string, options: BrowserContextOptions = { viewport: wide }) {
    const page = await newPage(options);
    await page.goto(urlOf(name));
    return page;
  }

  async function violationsOn(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const { violations }: { violations: { id: string; nodes: { target: string[] }[] }[] } = await page.evaluate(
      "axe.run({ resultTypes: ['violations'] })",
    );
    return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ target }) => target).slice(0, 3)}`);
  }

  async function search(page: Page, words: string) {
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill(words);
    await page.getByRole('option').first().waitFor();
    return page.getByRole('option').locator('strong').allTextContents();
  }

  /** A key pressed before the browser has closed the dialog would be typed into it. */
  async function closeSearch(page: Page) {
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'hidden' });
  }

  async function enter(page: Page, key: string) {
    await page.getByRole('button', { name: /^Key/ }).click();
    await page.getByLabel('Platform or management key').fill(key);
    await page.getByRole('button', { name: 'Check and use' }).click();
    const status = page.locator('#key [role="status"]');
    await status.filter({ hasText: /\w/ }).waitFor();
    const text = await status.textContent();
    await page.getByRole('button', { name: 'Close' }).click();
    return text;
  }

  async function send(page: Page) {
    await page.getByRole('button', { name: 'Send request' }).click();
    const result = page.locator('#try .result');
    await result.locator('.status').waitFor();
    return { status: await result.locator('.status').textContent(), body: await result.locator('code').textContent() };
  }

  test.each(batchesOf(names, 12))(
    'have no accessibility violations, errors or foreign requests, and no horizontal scrolling on a phone: %s …',
    async (...group) => {
      const page = await open('');
      const found: string[] = [];
      for (const name of group) {
        await page.setViewportSize(wide);
        await page.goto(urlOf(name));
        found.push(...(await violationsOn(page)));
        await page.setViewportSize(phone);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        if (width !== phone.width) found.push(`${name}: ${width} pixels`);
      }
      expect(found).toEqual([]);
    },
  );

  test('are accessible with everything unfolded, and in the dialogs', async () => {
    const page = await open('createPayment', { viewport: phone, colorScheme: 'dark' });
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    const found = await violationsOn(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    found.push(...(await violationsOn(page)));
    await page.keyboard.press('Escape');
    await search(page, 'refund');
    found.push(...(await violationsOn(page)));
    await closeSearch(page);
    await page.getByRole('button', { name: /^Key/ }).click();
    found.push(...(await violationsOn(page)));
    expect(found).toEqual([]);
  });

  test('can be searched by keyboard', async () => {
    const page = await open('');
    expect((await search(page, 'refund'))[0]).toBe('Create payment or refund');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/createPayment');
    expect((await search(page, 'refnud'))[0]).toBe('Create payment or refund');
    await closeSearch(page);
    expect(await search(page, 'order_full')).toContain('order_full');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/errors#order_full');
  });

  test('say that the search could not be loaded, and try again', async () => {
    const page = await open('');
    await page.route('**/search.*.json', (route) => route.fulfill({ status: 503, json: { result: 'error' } }), { times: 1 });
    await page.keyboard.press('/');
    await page.getByText('The search could not be loaded. Type again to retry.').waitFor();
    await page.getByRole('combobox').fill('refund');
    await page.getByRole('option').first().waitFor();
    expect(await page.locator('#search [role="status"]').textContent()).toBe('');
  });

  test('say what kind of key was entered, and send requests with it', async () => {
    const { key, tenant } = await aStore();
    const page = await open('getOwnTenant');
    expect(await enter(page, 'sm_live_wrong')).toMatch('was rejected');
    expect(await enter(page, key)).toBe(`This is a management key of store ${tenant.name}.`);
    const { status, body } = await send(page);
    expect([status, JSON.parse(body as string).payload.tenant.id]).toEqual(['200', tenant.id]);
    expect(await page.locator('#try [role="status"]').textContent()).toMatch(/^200 in \d+ ms, request \S+$/);
    await page.goto(urlOf('getTenants'));
    expect(await enter(page, platform)).toBe('This is a platform key.');
    expect((await send(page)).status).toBe('200');
    expect(await page.content()).not.toContain(key.slice(-30));
  });

  test('send what the form contains, and show it as curl without the key', async () => {
    const { key } = await aStore();
    const page = await open('putProduct');
    await enter(page, key);
    await page.getByLabel('sku').fill('TEA');
    await page.getByLabel('X-Actor').fill('anna');
    await page.getByLabel('Body').fill(`{"name": "Anna's tea", "price": 5, "stock": 3}`);
    expect((await send(page)).status).toBe('201');
    expect(await page.locator('.request').textContent()).toBe(
      `curl -X PUT "$STORE_URL"'/v1/management/product/TEA' \\\n  -H "X-API-KEY: $STORE_API_KEY" \\\n  -H 'X-Actor: anna' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name": "Anna'\\''s tea", "price": 5, "stock": 3}'`,
    );
  });

  test.each(['', '.', '..'])('do not send %j as part of a path', async (id) => {
    const page = await open('revokeKey');
    await enter(page, platform);
    await page.getByLabel('id', { exact: true }).fill(id);
    await page.getByRole('button', { name: 'Send request' }).click();
    expect(await page.locator('#try input:invalid').count()).toBe(1);
    expect(await page.locator('.request').textContent()).toContain('/v1/platform/tenant/{id}/key/');
    expect(await page.locator('#try .result').textContent()).toBe('');
  });

  test('send a request once, and never show a response beside another key', async () => {
    const [first, second] = [await aStore(), await aStore()];
    const page = await open('getOwnTenant');
    await enter(page, first.key);
    await send(page);
    await enter(page, second.key);
    const result = page.locator('#try .result');
    expect(await result.textContent()).toBe('');
    const answered = Promise.withResolvers<void>();
    let sent = 0;
    await page.route(/management\/tenant$/, async (route) => {
      if (route.request().headers()['x-api-key'] === second.key && sent++ === 0) await answered.promise;
      await route.continue();
    });
    const button = page.getByRole('button', { name: 'Send request' });
    await button.dblclick();
    expect([sent, await button.isDisabled()]).toEqual([1, true]);
    await enter(page, first.key);
    answered.resolve();
    await page.locator('#try button.primary:enabled').waitFor();
    expect(await result.textContent()).toBe('');
  });

  test('keep a key nowhere but in memory, and forget it when asked, at a reload and in the history', async () => {
    const { key } = await aStore();
    const page = await open('getOrder');
    const used = page.locator('.key-used');
    const isForgotten = () => used.filter({ hasText: 'your management key' }).waitFor();
    await enter(page, key);
    expect(await used.textContent()).toContain(`…${key.slice(-4)}`);
    const { cookies, origins } = await page.context().storageState({ indexedDB: true });
    expect([cookies, origins]).toEqual([[], []]);
    expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, name])')).toBe('[{},{},""]');
    await page.getByRole('button', { name: /^Key/ }).click();
    await page.getByRole('button', { name: 'Forget the keys' }).click();
    await isForgotten();
    await page.getByRole('button', { name: 'Close' }).click();
    await enter(page, key);
    await page.reload();
    await isForgotten();
    await enter(page, key);
    await page.goto(urlOf('getTenants'));
    await page.goBack();
    await isForgotten();
  });

  test('forget a key after 30 minutes without use, and not before', async () => {
    const { key } = await aStore();
    const page = await open('getOrder');
    await page.clock.install();
    await page.reload();
    await enter(page, key);
    const used = page.locator('.key-used');
    await page.clock.fastForward('29:00');
    await page.keyboard.press('Shift');
    await page.clock.fastForward('29:00');
    expect(await used.textContent()).toContain(`…${key.slice(-4)}`);
    await page.clock.fastForward('02:00');
    await used.filter({ hasText: 'your management key' }).waitFor();
    await page.getByRole('button', { name: /^Key/ }).click();
    await page.getByText('after 30 minutes without use').waitFor();
  });

  test('unfold the fields of a field that is linked to, and nothing at the skip link', async () => {
    const page = await open('getOrder');
    const unfolded = page.locator('main details[open]');
    await page.locator('.skip').press('Enter');
    await page.waitForURL('**#content');
    expect(await unfolded.count()).toBe(0);
    await page.goto(urlOf('getOrder#response-orders'));
    expect(await unfolded.count()).toBe(1);
  });

  test('ignore a fragment that is not encoded', async () => {
    const page = await open('getOrder#%');
    await page.getByRole('button', { name: /^Key/ }).waitFor();
  });

  test('can be read without JavaScript', async () => {
    const page = await open('', { viewport: phone, javaScriptEnabled: false });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Receiving webhooks' }).click();
    await page.waitForURL('**/docs/webhooks');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Receiving webhooks');
  });

  test('work under a path prefix, like that of a deployed stage', async () => {
    const page = await newPage();
    const called: string[] = [];
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      called.push(pathname);
      const response = await route.fetch({ url: base + pathname.replace('/live', '') });
      await route.fulfill({ response });
    });
    await page.goto(`${base}/live/docs`);
    await page.getByRole('link', { name: 'Test API key' }).last().click();
    expect(await enter(page, platform)).toMatch('platform key');
    expect((await send(page)).status).toBe('200');
    await search(page, 'refund');
    expect(called).toContain('/live/v1/platform/auth/test');
    expect(called.filter((path) => !path.startsWith('/live/'))).toEqual([]);
  });
});
