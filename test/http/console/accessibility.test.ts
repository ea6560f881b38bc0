import { expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { platform } from '../../support/actors.ts';
import { saveScreenshot } from '../../support/browser.ts';
import { describeConsole, goTo, says } from '../../support/console.ts';
import { aConsoleStore } from '../../support/consoleStore.ts';

type Finding = { id: string; nodes: { html: string }[] };

/** The problems that axe finds, and whether the page is wider than the window. */
async function problemsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run(document)')) as { violations: Finding[] };
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  return [...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), ...(isTooWide ? ['too wide'] : [])];
}

const looks = [
  { name: 'wide', width: 1280, dark: false },
  { name: 'phone', width: 360, dark: false },
  { name: 'dark', width: 1280, dark: true },
];

const storeScreens: [name: string, at: string, text: string | RegExp][] = [
  ['today', '#/', 'The last 30 days'],
  ['orders', '#/orders', 'Mary Example'],
  ['order', '#/orders/1002', 'Payments and refunds'],
  ['products', '#/products', 'Black tea, 100 g'],
  ['product', '#/products/TEA-GREEN', 'Green tea, 100 g'],
  ['availability', '#/settings/availability', 'within opening hours'],
  ['hours', '#/settings/hours', 'Always open'],
  ['webhooks', '#/settings/webhooks', 'No deliveries match.'],
  ['users', '#/settings/users', 'ada@example.com'],
  ['keys', '#/settings/keys', 'Revoke'],
  ['legal', '#/settings/legal', 'VAT ID'],
  ['audit', '#/settings/audit', 'putProduct'],
];

const operatorScreens = (tenant: string): typeof storeScreens => [
  ['tenants', '#/', /^DE$/],
  ['tenant', `#/tenants/${tenant}`, 'Default quota'],
  ['platform-keys', '#/keys', 'npm run platform-key'],
  ['platform-audit', '#/audit', 'createTenant'],
];

const orderDialogs = ['Refund', 'Cancel order', 'Correct', 'Hide', 'Ship', 'Split', 'State and tracking'];

describeConsole('each screen of the console has no accessibility problems', (visit) => {
  test.each(looks)('for a store: $name', async ({ name, ...look }) => {
    const page = await visit(undefined, look);
    expect(await problemsOf(page)).toEqual([]);
    const { key } = await aConsoleStore();
    await goTo(page, '#/', key);
    await walk(page, storeScreens, name);
  });

  test.each(looks)('for the operator: $name', async ({ name, ...look }) => {
    const { tenant } = await aConsoleStore();
    await walk(await visit(platform, look), operatorScreens(tenant.id), name);
  });

  async function walk(page: Page, screens: typeof storeScreens, look: string): Promise<void> {
    for (const [screen, at, text] of screens) {
      await goTo(page, at);
      await says(page, text);
      expect([screen, ...(await problemsOf(page))]).toEqual([screen]);
      await saveScreenshot(page, `console-${screen}-${look}`);
    }
  }

  test.each(looks)('in the dialogs of an order: $name', async ({ name, ...look }) => {
    const { key } = await aConsoleStore();
    const page = await visit(key, { ...look, at: '#/orders/1002' });
    for (const button of orderDialogs) {
      await page.getByRole('button', { name: button, exact: true }).first().click();
      if (button === 'Refund') await page.getByRole('dialog').getByLabel('Green tea').fill('1');
      expect([button, ...(await problemsOf(page))]).toEqual([button]);
      await saveScreenshot(page, `console-${button.toLowerCase().replaceAll(' ', '-')}-dialog-${name}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});
