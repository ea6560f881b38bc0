import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { act, describeConsole, goTo, says } from '../../support/console.ts';
import { anOrder } from '../../support/orders.ts';
import { create, issueStaffKey, update } from '../../support/users.ts';

describeConsole('signing in to the console by a link', (visit) => {
  test('the owner makes a link for the warehouse, and the history names who shipped', async () => {
    const store = await aStore();
    const { number } = await anOrder(store, { authorized: true });
    const { user } = (await create(store, { permissions: { orders: true } })).payload;
    const { secret } = (await issueStaffKey(store.key, store.tenant.owner.id)).payload;

    const owner = await visit(undefined, { at: `#key=${secret}` });
    await owner.getByRole('banner').waitFor();
    expect(owner.url()).not.toContain('key');
    await says(owner, 'Ada Byron');
    await goTo(owner, '#/settings/users');
    await owner.getByRole('row').filter({ hasText: user.email }).getByRole('button', { name: 'Make link' }).click();
    await owner.getByLabel('Only see orders, and ship them').check();
    await owner.getByRole('dialog').getByRole('button', { name: 'Make link' }).click();
    const link = (await owner.locator('code.secret').textContent()) as string;

    const packer = await visit(undefined, { at: link.slice(link.indexOf('#')) });
    await packer.getByRole('banner').waitFor();
    await says(packer, 'Grace Hopper');
    expect(await packer.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Today',
      'Orders',
      'Scan to ship',
    ]);
    await goTo(packer, `#/orders/${number}`);
    await act(packer, 'Ship', {}, 'Save shipment');
    await packer.getByRole('listitem').filter({ hasText: 'Grace Hopper' }).first().waitFor();
    await goTo(owner, `#/orders/${number}`);
    await owner.getByRole('listitem').filter({ hasText: 'Grace Hopper' }).first().waitFor();

    // A link that is opened in the same tab signs in the other person.
    const { secret: another } = (await issueStaffKey(store.key, store.tenant.owner.id)).payload;
    await packer.evaluate(`location.hash = '#key=${another}'`);
    await says(packer, 'Ada Byron');
    expect(packer.url()).not.toContain('key');
  });

  test('the link of a person who was deactivated does not work', async () => {
    const store = await aStore();
    const { user } = (await create(store, { permissions: { orders: true } })).payload;
    const { secret } = (await issueStaffKey(store.key, user.id)).payload;
    await update(store, user.id, { active: false });
    const page = await visit(undefined, { at: `#key=${secret}` });
    await says(page, 'The service rejected this key.');
    expect(page.url()).not.toContain('key');
  });
});
