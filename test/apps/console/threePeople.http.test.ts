import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { act, describeConsole, fill, goTo, openDialog, says, submitDialog } from '../../support/console.ts';
import { aConsoleStore } from '../../support/consoleStore.ts';
import { issueStaffKey } from '../../support/users.ts';

const noScreen = 'This page does not exist, or your key does not allow you to open it.';

const menuOf = (page: Page) => page.getByRole('navigation').getByRole('link').allTextContents();

/** The buttons of an order's screen. */
async function buttonsOf(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const buttons = page.getByRole('main').locator('.actions button');
  await buttons.first().waitFor();
  return buttons.allTextContents();
}

describeConsole('a day of three people', (visit) => {
  test('the owner, support and the warehouse work by links alone, each within what they may do', async () => {
    const store = await aConsoleStore();
    // An order that was just placed.
    const number = '1001';
    const { secret: ownersKey } = (await issueStaffKey(store.key, store.tenant.owner.id)).payload;

    // The owner adds two people, and makes a link for each.
    const owner = await visit(undefined, { at: `#key=${ownersKey}` });
    await owner.getByRole('banner').waitFor();
    expect(owner.url()).not.toContain('key');
    expect(await menuOf(owner)).toEqual(['Today', 'Orders', 'Scan to ship', 'Products', 'Books', 'Settings']);
    await goTo(owner, '#/settings/users');
    const add = async (first: string, last: string) => {
      const person = { 'First name': first, 'Last name': last, Phone: '+4930555777' };
      await act(owner, 'Add user', { ...person, 'E-mail address': `${first}@example.com`, Orders: 'yes' }, 'Save');
      await owner.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const makeLink = async (first: string, onlyShip: boolean) => {
      const row = owner.getByRole('row').filter({ hasText: `${first}@example.com` });
      await row.getByRole('button', { name: 'Make link' }).click();
      if (onlyShip) await owner.getByLabel('Only see and ship orders, and record returns').check();
      await submitDialog(owner, 'Make link');
      const link = (await owner.locator('code.secret').textContent()) as string;
      await submitDialog(owner, 'I have saved it');
      await owner.getByRole('dialog').waitFor({ state: 'detached' });
      return link;
    };
    await add('Grace', 'Support');
    await add('Wanda', 'Packer');
    const [supportLink, packerLink] = [await makeLink('Grace', false), await makeLink('Wanda', true)];

    // Support authorizes the order and takes the payment.
    const support = await visit(undefined, { at: new URL(supportLink).hash });
    await says(support, 'Grace Support');
    expect(await menuOf(support)).toEqual(['Today', 'Orders', 'Scan to ship', 'Books']);
    await goTo(support, `#/orders/${number}`);
    expect(await buttonsOf(support)).toEqual(expect.arrayContaining(['Authorize', 'Record payment', 'Cancel order']));
    await act(support, 'Authorize', {}, 'Authorize');
    await support.getByRole('listitem').filter({ hasText: 'Grace Support' }).first().waitFor();
    for (const at of ['#/products', '#/settings/users']) {
      await goTo(support, at);
      await says(support, noScreen);
    }

    // The warehouse ships it, and is offered nothing about money.
    const packer = await visit(undefined, { at: new URL(packerLink).hash });
    await says(packer, 'Wanda Packer');
    expect(await menuOf(packer)).toEqual(['Today', 'Orders', 'Scan to ship']);
    await goTo(packer, `#/orders/${number}`);
    expect(await buttonsOf(packer)).toEqual(['Ship', 'Ship', 'Split', 'State and tracking']);
    await act(packer, 'Ship', {}, 'Save shipment');
    await packer.getByRole('listitem').filter({ hasText: 'Wanda Packer' }).first().waitFor();

    // The owner sees who did what, and ends the packer's access in the evening. The owner's own access cannot end.
    await goTo(owner, `#/orders/${number}`);
    for (const name of ['Grace Support', 'Wanda Packer'])
      await owner.getByRole('listitem').filter({ hasText: name }).first().waitFor();
    await goTo(owner, '#/settings/users');
    const unusedLink = await makeLink('Wanda', true);
    await openDialog(owner, 'Wanda Packer');
    await fill(owner, { 'May use the dashboard': 'no' });
    await submitDialog(owner, 'Save');
    await owner.getByRole('row').filter({ hasText: 'Wanda@example.com' }).getByText('Inactive').waitFor();
    await openDialog(owner, 'Ada Byron');
    await fill(owner, { 'May use the dashboard': 'no' });
    await submitDialog(owner, 'Save');
    await says(owner, 'The owner');
    const late = await visit(undefined, { at: new URL(unusedLink).hash });
    await says(late, 'The service rejected this key.');
    expect(late.url()).not.toContain('key');

    // A link that is opened in the tab of somebody else signs in its own person.
    await packer.evaluate(`location.hash = '${new URL(supportLink).hash}'`);
    await says(packer, 'Grace Support');
    expect(packer.url()).not.toContain('key');
  });
});
