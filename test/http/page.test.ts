import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openApiDocument } from '../../infra/openapi/document.ts';
import { aStore, platform } from '../support/actors.ts';
import { hasBrowser, saveScreenshot, startBrowser } from '../support/browser.ts';

const base = process.env.BASE_URL as string;
const { paths, webhooks } = openApiDocument();
const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
  Object.values(methods as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
);
const blockOf = (page: Page, id: string) => page.locator(`.opblock[id$="-${id}"]`);
const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth');

(hasBrowser() ? describe : describe.skip)('the reference page', () => {
  let browser: Browser;
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  async function open(path: string, size = { width: 1200, height: 900 }): Promise<Page> {
    const page = await browser.newPage({ viewport: size });
    page.on('console', (message) => message.type() !== 'log' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on(
      'request',
      (request) => /^(data:|blob:)/.test(request.url()) || request.url().startsWith(base) || problems.push(request.url()),
    );
    await page.goto(base + path);
    await page.locator('.opblock').last().waitFor();
    return page;
  }

  async function enter(page: Page, kind: 'platform' | 'management', key: string) {
    await page.locator('.auth-wrapper button.authorize').click();
    const form = page.locator('.auth-container', { has: page.locator(`code:text-is("${kind}")`) });
    await form.locator('input').fill(key);
    await form.locator('button.authorize').click();
    await page.locator('button.close-modal').click();
  }

  async function execute(page: Page, id: string) {
    const block = blockOf(page, id);
    await block.locator('.opblock-summary-control').click();
    await block.locator('button.execute').click();
    const answer = block.locator('.live-responses-table .response');
    return {
      status: await answer.locator('.response-col_status').textContent(),
      body: await answer.locator('.highlight-code code').textContent(),
    };
  }

  test('shows every operation, without errors or foreign requests', async () => {
    const page = await open('/docs/');
    for (const id of operations) expect([id, await blockOf(page, id).count()]).toEqual([id, 1]);
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    await saveScreenshot(page, 'page');
    await page.close();
    expect(problems).toEqual([]);
  });

  test('calls the service with the entered key', async () => {
    const { tenant, key } = await aStore();
    const page = await open('/docs');
    expect(await execute(page, 'getTenants')).toMatchObject({ status: '401' });
    await enter(page, 'platform', platform);
    expect(await execute(page, 'testKey')).toMatchObject({ status: '200' });
    await enter(page, 'management', key);
    const { status, body } = await execute(page, 'getOwnTenant');
    expect([status, JSON.parse(body as string).payload.tenant.id]).toEqual(['200', tenant.id]);
    await blockOf(page, 'getOwnTenant').scrollIntoViewIfNeeded();
    await saveScreenshot(page, 'call');
    await page.close();
    expect(problems.filter((problem) => !/401/.test(problem))).toEqual([]);
  });

  test('does not store keys', async () => {
    const page = await open('/docs');
    await enter(page, 'platform', 'a-key-of-mine');
    expect(JSON.stringify(await page.context().storageState())).not.toContain('a-key-of-mine');
    await page.close();
  });

  test('needs no horizontal scrolling on a phone', async () => {
    const page = await open('/docs', { width: 360, height: 740 });
    expect(await widthOf(page)).toBe(360);
    for (const id of ['placeOrder', 'createPayment', 'confirm-order']) {
      await blockOf(page, id).locator('.opblock-summary-control').click();
      await blockOf(page, id).locator('.responses-table .model-example').first().waitFor();
      expect([id, await widthOf(page)]).toEqual([id, 360]);
    }
    await blockOf(page, 'placeOrder').locator('[data-name="model"]').first().click();
    expect(await widthOf(page)).toBe(360);
    await blockOf(page, 'placeOrder').evaluate('(block) => block.scrollIntoView()');
    await saveScreenshot(page, 'phone');
    await page.close();
  });

  test('works under a path prefix, like that of a deployed stage', async () => {
    const page = await browser.newPage();
    const called: string[] = [];
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      called.push(pathname);
      const response = await route.fetch({ url: base + pathname.replace('/live', '') });
      await route.fulfill({ response });
    });
    await page.goto(`${base}/live/docs`);
    await page.locator('.opblock').last().waitFor();
    expect(await execute(page, 'testKey')).toMatchObject({ status: '401' });
    expect(called).toContain('/live/v1/platform/auth/test');
    expect(called.filter((path) => !path.startsWith('/live/'))).toEqual([]);
    await page.close();
  });
});
