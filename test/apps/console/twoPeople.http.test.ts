import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { describeConsole, fill, says, submitDialog } from '../../support/console.ts';
import { anOrder, read, ship } from '../../support/orders.ts';

describeConsole('two people at one order', (visit) => {
  test('the second person sees what changed and is asked again', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const where = { at: `#/orders/${number}` };
    const [ada, bob] = [await visit(store.key, { ...where, actor: 'ada' }), await visit(store.key, { ...where, actor: 'bob' })];
    for (const page of [ada, bob]) await page.getByRole('button', { name: 'Record payment' }).click();
    await fill(ada, { 'Amount in EUR': '4' });
    await fill(bob, { 'Amount in EUR': '5' });
    await submitDialog(ada, 'Record payment of €4.00');
    await says(ada, 'recorded.');
    await submitDialog(bob, 'Record payment of €5.00');
    await says(bob, 'Somebody else changed this first');
    await bob.getByRole('dialog').getByText('€4.00, Cash on delivery').waitFor();
    await bob.getByRole('dialog').getByText('ada').waitFor();
    await submitDialog(bob, 'Record payment of €5.00');
    await says(bob, 'recorded.');
    expect((await read(store, number)).payments.map(({ total }) => total)).toEqual([4, 5]);
  });

  test('a return that somebody else has recorded cannot be recorded again', async () => {
    const store = await aStore();
    const order = await anOrder(store, { authorized: true });
    await ship(store, order, { state: 'shipped' });
    const page = await visit(store.key, { at: `#/orders/${order.number}` });
    await page.route(/\/order\/\?.*updated_from/, (route) => route.abort());
    await page.getByRole('button', { name: 'Record return' }).click();
    await fill(page, { Tea: '1' });
    const params = { number: order.number, id: order.shipments[0]?.id as string };
    await call('returnShipment', { as: store.key, params, body: {} });
    await submitDialog(page, 'Record return');
    await page.getByRole('dialog').locator('.notice.bad').waitFor();
    expect((await read(store, order.number)).shipments[0]?.lines).toMatchObject([{ returned: 1 }]);
  });
});
