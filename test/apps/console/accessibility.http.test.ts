import { expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { platform } from '../../support/actors.ts';
import { describeConsole, goTo, openDialog, says } from '../../support/console.ts';
import { aConsoleStore } from '../../support/consoleStore.ts';

/** Each screen, and each of its dialogs that is named below, is checked in all of these. */
const looks = {
  wide: { width: 1280, colorScheme: 'light' },
  phone: { width: 360, colorScheme: 'light' },
  dark: { width: 1280, colorScheme: 'dark' },
} as const;
type Look = keyof typeof looks;

/** Where a screen is, a text on it, and the buttons that open its dialogs. */
type Screen = { name: string; at: string; text: string | RegExp; dialogs?: string[] };

const orderScreens: Screen[] = [
  { name: 'today', at: '#/', text: 'The last 30 days' },
  { name: 'orders', at: '#/orders', text: 'Mary Example', dialogs: ['New order', 'Authorize', 'Ship'] },
  { name: 'new-order', at: '#/orders/1001', text: 'Shipment 1', dialogs: ['Record payment', 'Credit', 'Authorize'] },
  {
    name: 'order',
    at: '#/orders/1002',
    text: 'Payments and refunds',
    dialogs: [
      'Refund',
      'Cancel order',
      'Cancel part',
      'Correct',
      'Note and tags',
      'Hide',
      'Withdraw authorization',
      'Ship',
      'Split',
      'State and tracking',
    ],
  },
  { name: 'scan', at: '#/scan', text: 'Scan the order' },
  { name: 'books', at: '#/books', text: 'The day adds up.' },
  { name: 'months', at: '#/books/months', text: 'highest' },
  { name: 'slips', at: '#/paper/slips?orders=1001,1002', text: 'Packing slip for order 1002' },
  { name: 'picks', at: '#/paper/picks?orders=1001,1002', text: 'Pick list for 2 orders' },
  { name: 'invoices', at: '#/paper/invoices?orders=1002', text: 'Invoice for order 1002' },
  { name: 'shipped-order', at: '#/orders/1003', text: 'Post PX', dialogs: ['Record return'] },
];

const productScreens: Screen[] = [
  { name: 'products', at: '#/products', text: 'Black tea, 100 g', dialogs: ['Add product'] },
  { name: 'product', at: '#/products/TEA-GREEN', text: 'Green tea, 100 g', dialogs: ['Count', 'Adjust', 'Edit', 'Archive'] },
];

const settingsScreens: Screen[] = [
  { name: 'availability', at: '#/settings/availability', text: 'Set manually', dialogs: ['Open or close manually'] },
  { name: 'hours', at: '#/settings/hours', text: 'Sunday', dialogs: ['Change opening hours'] },
  { name: 'webhooks', at: '#/settings/webhooks', text: /^No deliveries in the last/, dialogs: ['Change URL', 'New secret'] },
  { name: 'users', at: '#/settings/users', text: 'ada@example.com', dialogs: ['Add user', 'Ada Byron'] },
  { name: 'keys', at: '#/settings/keys', text: 'Revoke', dialogs: ['Issue key', 'Revoke'] },
  { name: 'legal', at: '#/settings/legal', text: 'VAT ID', dialogs: ['Change legal information'] },
  { name: 'audit', at: '#/settings/audit', text: 'Put product' },
];

const operatorScreens = (tenant: string): Screen[] => [
  { name: 'tenants', at: '#/', text: /^DE$/, dialogs: ['Create tenant'] },
  {
    name: 'tenant',
    at: `#/tenants/${tenant}`,
    text: 'Default quota',
    dialogs: ['Edit', 'Set plan', 'Set store front', 'Link domain', 'Change owner', 'Set subscription', 'Issue key', 'Revoke'],
  },
  { name: 'platform-keys', at: '#/keys', text: 'npm run platform-key' },
  { name: 'platform-audit', at: '#/audit', text: 'Create tenant' },
];

describeConsole('each screen and listed dialog has no accessibility problems, wide, narrow and dark', (visit) => {
  test('before signing in', async () => {
    await check(await visit(), 'sign-in');
  });

  test.each([
    ['orders', orderScreens],
    ['products', productScreens],
    ['settings', settingsScreens],
  ])('for the %s of a store', async (_, screens) => {
    const { key } = await aConsoleStore();
    await walk(await visit(key), screens);
  });

  test('for the operator', async () => {
    const { tenant } = await aConsoleStore();
    await walk(await visit(platform), operatorScreens(tenant.id));
  });
});

describeConsole('the keyboard in the console', (visit) => {
  test('stays in the content when the screen changes, and in a form that was rejected', async () => {
    const { key } = await aConsoleStore();
    const page = await visit(key, { at: '#/settings' });
    await page.locator('#main:focus').waitFor();
    await page.getByRole('link', { name: 'Users', exact: true }).press('Enter');
    await says(page, 'ada@example.com');
    await page.locator('#main:focus').waitFor();
    await goTo(page, '#/orders/1001');
    await openDialog(page, 'Record payment');
    await page.getByLabel('Amount').fill('1000000');
    await page.getByLabel('Amount').press('Enter');
    await page.getByRole('dialog').locator('.bad, .problem').first().waitFor();
    await page.locator('dialog :is([aria-invalid], [type=submit]):focus').waitFor();
  });
});

async function walk(page: Page, screens: Screen[]): Promise<void> {
  for (const { name, at, text, dialogs = [] } of screens) {
    await goTo(page, at);
    await says(page, text);
    if (name === 'orders') await chooseAll(page);
    await check(page, name);
    for (const button of dialogs) {
      await openDialog(page, button);
      await page.getByRole('dialog').getByText('Loading …').waitFor({ state: 'detached' });
      if (button === 'Refund') await page.getByRole('dialog').getByLabel('Green tea').fill('1');
      await check(page, `${name}-${button.toLowerCase().replaceAll(' ', '-')}`);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Cancel|Close)$/ })
        .click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }
}

/** Selects all orders, and opens the list of tracking numbers. */
async function chooseAll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Select all listed' }).click();
  await page.getByText('Ship from a list of tracking numbers').click();
}

async function check(page: Page, name: string): Promise<void> {
  for (const look of Object.keys(looks) as Look[]) {
    const { width, colorScheme } = looks[look];
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect([`${name}, ${look}`, ...(await problemsOf(page))]).toEqual([`${name}, ${look}`]);
  }
}

/** The problems that axe finds, and whether the page is wider than the window. */
async function problemsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => [
    ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
    ...(document.documentElement.scrollWidth > innerWidth ? ['too wide'] : []),
  ])`);
}
