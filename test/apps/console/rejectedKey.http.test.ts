import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { describeConsole, openDialog, passTime, says, signIn, submitDialog } from '../../support/console.ts';
import { deadKeys, replaceKey } from '../../support/deadKeys.ts';
import { allLost, failWrites } from '../../support/failWrites.ts';
import { anOrder, read } from '../../support/orders.ts';
import { until } from '../../support/receiver.ts';

describeConsole('when the key stops working in the middle of a dialog', (visit) => {
  /** An order with an open dialog, and a function after which the browser sends a dead key in place of its own. */
  async function aDialog(make: (typeof deadKeys)[number][1]) {
    const store = await aStore();
    const { number } = await anOrder(store);
    const dead = await make(store.tenant.id);
    const page = await visit(store.key, { at: `#/orders/${number}`, ownClock: true });
    await openDialog(page, 'Record payment');
    const end = (isOver?: () => boolean) => replaceKey(page, dead, isOver);
    const payments = async () => (await read(store, number)).payments.length;
    return { store, page, end, payments };
  }

  test.each(deadKeys)('makes no change, says so, and continues at the same place: %s', async (_, make) => {
    const { store, page, end, payments } = await aDialog(make);
    await page.route(/\/order\/\?.*updated_from/, (route) => route.abort());
    await end();
    await submitDialog(page, 'Record payment of €10.00');
    await says(page, 'Your last change was not made. Sign in with another key.');
    expect(await payments()).toBe(0);
    await page.unrouteAll();
    await signIn(page, store.key);
    await says(page, 'Shipment 1');
  });

  test.each(deadKeys)(
    'says that a change whose response was lost may have been made, and makes it only once: %s',
    async (_, make) => {
      const { page, end, payments } = await aDialog(make);
      const seen = await failWrites(page, 'lost answer');
      await end(() => seen.reached > 0);
      await submitDialog(page, 'Record payment of €10.00');
      await passTime(page, 'Your last change may or may not have been made. Sign in with another key and check.');
      // The service may still be making it.
      await until(async () => (await payments()) > 0);
      expect(await payments()).toBe(1);
    },
  );

  test.each(deadKeys)('says so as well if the key stops working before the change is checked again: %s', async (_, make) => {
    const { page, end } = await aDialog(make);
    await page.route(/\/order\/\?.*updated_from/, (route) => route.abort());
    await failWrites(page, ...allLost);
    await submitDialog(page, 'Record payment of €10.00');
    await passTime(page, 'Still no clear answer.');
    await end();
    await submitDialog(page, 'Check again');
    await says(page, 'Your last change may or may not have been made. Sign in with another key and check.');
  });

  test.each(deadKeys)('does not cast doubt on an earlier change that was made: %s', async (_, make) => {
    const { page, end, payments } = await aDialog(make);
    await submitDialog(page, 'Record payment of €10.00');
    await says(page, 'recorded.');
    await end();
    await passTime(
      page,
      'This key no longer works: it expired or was revoked, or its user was deactivated. Sign in with another key.',
    );
    expect(await payments()).toBe(1);
  });
});
