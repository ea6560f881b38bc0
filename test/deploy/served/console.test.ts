import { test } from '@jest/globals';
import { act, describeConsole, says } from '../../support/console.ts';
import { aConsoleStore } from '../../support/consoleStore.ts';

describeConsole('the console of the deployment', (visit) => {
  test('signs in, shows today, opens an order, changes it, and signs out', async () => {
    const store = await aConsoleStore();
    const page = await visit(store.key, { actor: 'ada' });
    await page.getByRole('img', { name: 'Orders by day. Total: 3.' }).waitFor();
    await page.getByRole('link', { name: 'To authorize 1' }).click();
    await page.getByRole('link', { name: '1001' }).click();
    await act(page, 'Authorize', {}, 'Authorize');
    await says(page, 'Order 1001 authorized.');
    await says(page, 'Authorized: no → yes');
    await page.getByText('ada', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await says(page, 'This page has forgotten the key.');
  });
});
