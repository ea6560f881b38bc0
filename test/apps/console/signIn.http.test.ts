import { expect, test } from '@jest/globals';
import { aManagementKey, aStore, platform } from '../../support/actors.ts';
import { act, describeConsole, goTo, says, signIn } from '../../support/console.ts';
import { anOrder } from '../../support/orders.ts';
import { until } from '../../support/receiver.ts';

const minute = 60_000;

describeConsole('signing in to the console', (visit) => {
  test('shows whose key it is, what it may do, until when, and forgets it and a search at sign out', async () => {
    const { tenant } = await aStore();
    const expires = new Date(Date.now() + 365 * 24 * 60 * minute).toISOString();
    const key = await aManagementKey(tenant.id, { label: 'Support', expires, scopes: ['orders:write', 'settings:read'] });
    const page = await visit(key, { at: '#/orders?q=anna', actor: 'Ada Byron' });
    await page.getByText('Ada_Byron').first().click();
    for (const text of [tenant.name, `Support (…${key.slice(-4)})`, 'orders:write, settings:read', expires.slice(0, 4)]) {
      await says(page, text);
    }
    const { cookies, origins } = await page.context().storageState();
    expect([cookies, origins, page.url().includes(key)]).toEqual([[], [], false]);
    expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')).toBe('[{},{}]');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await says(page, 'This page has forgotten the key.');
    expect(page.url()).not.toContain('anna');
  });

  test('has a form that a password manager fills in', async () => {
    const { key } = await aStore();
    const page = await visit();
    const form = page.locator('form');
    const fields = form.locator('input[name]');
    const attributes = await fields.evaluateAll((inputs) =>
      (inputs as unknown as Record<string, string>[]).map(({ name, type, autocomplete }) => [name, type, autocomplete]),
    );
    expect(attributes).toEqual([
      ['username', 'text', 'username'],
      ['password', 'password', 'current-password'],
    ]);
    // A password manager sets both values, then the person submits.
    await fields.nth(0).fill('Ada');
    await fields.nth(1).fill(key);
    await fields.nth(1).press('Enter');
    await page.getByRole('banner').waitFor();
    expect(page.url()).not.toContain('username');
  });

  test('a link to sign in ends the session, even if its key is rejected', async () => {
    const page = await visit((await aStore()).key);
    await page.goto(new URL(`#key=${'x'.repeat(20)}`, page.url()).href);
    await says(page, 'A sign-in link ended your session here.');
    await says(page, 'The service rejected this key.');
  });

  test('opens the platform with a platform key, and says whose time zone it uses', async () => {
    const page = await visit(platform);
    expect(await page.getByRole('banner').textContent()).toContain('Platform');
    await says(page, /^ ?Times are in the time zone of this browser, America\/New_York\.$/);
  });

  test('accepts a name with accents, and says and records how it is written without them', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const page = await visit();
    await page.getByLabel('API key').fill(store.key);
    await page.getByLabel('Your name').fill('Юлия');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await says(page, 'Your name cannot be recorded. Use the letters A to Z');
    await page.getByLabel('Your name').fill('Jörg Weiß');
    await says(page, 'It will be recorded as Jorg_Weiss.');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await goTo(page, `#/orders/${number}`);
    await act(page, 'Authorize', {}, 'Authorize');
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Changed Jorg_Weiss/ })
      .waitFor();
  });

  test('names the screen in the title of the tab, and links to its guide', async () => {
    const { key } = await aStore();
    const page = await visit(undefined, { at: '#/settings/keys' });
    const isTitled = (title: string) => until(async () => (await page.title()) === `${title} · Store console`);
    await isTitled('Sign in');
    await signIn(page, key);
    await isTitled('Keys · Settings');
    for (const [at, title] of [
      ['#/orders', 'Orders'],
      ['#/orders/1001', 'Order 1001 · Orders'],
      ['#/nowhere', 'Page not found'],
    ] as const) {
      await goTo(page, at);
      await isTitled(title);
    }
    await page.locator('summary').first().click();
    const guide = page.getByRole('link', { name: 'Guide to the console' });
    const { status, url } = await fetch(await guide.evaluate((link) => (link as unknown as { href: string }).href));
    expect([status, url]).toEqual([200, `${process.env.BASE_URL}/docs/console`]);
  });

  test.each([
    ['sm_live_x', 'This is not a complete key.'],
    [`sm_live_${'a'.repeat(96)}`, 'The service rejected this key.'],
  ])('rejects the key %s', async (key, text) => {
    const page = await visit();
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await says(page, text);
  });

  test('offers only what the scopes of a key allow', async () => {
    const store = await aStore({ timezone: 'Asia/Tokyo' });
    const page = await visit(await aManagementKey(store.tenant.id, { scopes: ['orders:read'] }));
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(['Today', 'Orders', 'Books']);
    await says(page, 'Open');
    expect(await page.getByRole('link', { name: 'Store' }).count()).toBe(0);
    await page.locator('summary').first().click();
    for (const text of ['orders:read', store.tenant.name, 'Asia/Tokyo']) await says(page, text);
  });

  test('signs out after 30 minutes without use, and not before', async () => {
    const { key } = await aStore();
    const page = await visit();
    await page.clock.install();
    await page.reload();
    await signIn(page, key);
    await page.clock.fastForward(29 * minute);
    await page.keyboard.press('Shift');
    await page.clock.fastForward(29 * minute);
    expect(await page.getByRole('navigation').count()).toBe(1);
    await goTo(page, '#/orders?q=anna');
    await page.clock.fastForward(31 * minute);
    await says(page, 'You were signed out after 30 minutes without use.');
    expect(page.url()).not.toContain('anna');
    await signIn(page, key);
    // What the browser's Back button does if it has kept the page.
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await says(page, 'You left this page, so it has forgotten the key.');
  });

  test('works under a path prefix, like that of a deployed stage', async () => {
    const { key } = await aStore();
    const page = await visit();
    const base = process.env.BASE_URL as string;
    await page.route('**/live/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: base + pathname.replace('/live', '') + search }) });
    });
    await page.goto(`${base}/live/console`);
    await signIn(page, key);
    await says(page, 'The last 30 days');
  });
});
