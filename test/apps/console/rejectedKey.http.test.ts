import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { describeConsole, openDialog, passTime, says, signIn, submitDialog } from '../../support/console.ts';
import { allLost, failWrites, replaceKey } from '../../support/failWrites.ts';
import { anOrder, read } from '../../support/orders.ts';
import { until } from '../../support/receiver.ts';

describeConsole('when the key stops working in the middle of a dialog', (visit) => {
  /** An order with an open dialog. */
  async function aDialog() {
    const store = await aStore();
    const { number } = await anOrder(store);
    const page = await visit(store.key, { at: `#/orders/${number}`, ownClock: true });
    await openDialog(page, 'Record payment');
    const payments = async () => (await read(store, number)).payments.length;
    return { store, page, payments };
  }

  test('makes no change, says so, and continues at the same place', async () => {
    const { store, page, payments } = await aDialog();
    await page.route(/\/order\/\?.*updated_from/, (route) => route.abort());
    await replaceKey(page);
    await submitDialog(page, 'Record payment of €10.00');
    await says(page, 'Your last change was not made. Sign in with another key.');
    expect(await payments()).toBe(0);
    await page.unrouteAll();
    await signIn(page, store.key);
    await says(page, 'Shipment 1');
  });

  test('says that a change whose response was lost may have been made, and makes it only once', async () => {
    const { page, payments } = await aDialog();
    const seen = await failWrites(page, 'lost answer');
    await replaceKey(page, () => seen.reached > 0);
    await submitDialog(page, 'Record payment of €10.00');
    await passTime(page, 'Your last change may or may not have been made. Sign in with another key and check.');
    // The service may still be making it.
    await until(async () => (await payments()) > 0);
    expect(await payments()).toBe(1);
  });

  test('says so as well if the key stops working before the change is checked again', async () => {
    const { page } = await aDialog();
    await page.route(/\/order\/\?.*updated_from/, (route) => route.abort());
    await failWrites(page, ...allLost);
    await submitDialog(page, 'Record payment of €10.00');
    await passTime(page, 'Still no clear answer.');
    await replaceKey(page);
    await submitDialog(page, 'Check again');
    await says(page, 'Your last change may or may not have been made. Sign in with another key and check.');
  });

  test('does not cast doubt on an earlier change that was made', async () => {
    const { page, payments } = await aDialog();
    await submitDialog(page, 'Record payment of €10.00');
    await says(page, 'recorded.');
    await replaceKey(page);
    await passTime(
      page,
      'This key no longer works: it expired or was revoked, or its user was deactivated. Sign in with another key.',
    );
    expect(await payments()).toBe(1);
  });
});
