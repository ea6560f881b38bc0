import { expect, test } from '@jest/globals';
import { aStore, aTenant, platform, uniqueName } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { act, describeConsole, fill, hasProblem, openDialog, says, submitDialog } from '../../support/console.ts';
import { failWrites } from '../../support/failWrites.ts';
import { until } from '../../support/receiver.ts';

describeConsole('the operator in the console', (visit) => {
  test('finds tenants by name, host, country and plan', async () => {
    const name = uniqueName('find');
    const tenant = await aTenant({ name, country: 'FR' });
    const host = `${name}.example.com`;
    await call('linkDomain', { as: platform, body: { tenant: name, host } });
    await call('setStorePlan', { as: platform, body: { tenant: name, override_plan: 'plan4' } });
    const page = await visit(platform);
    for (const q of [name.slice(0, -2), host]) {
      await page.getByLabel('Search').fill(q);
      await page.getByRole('row', { name: `${name} ${host} Plan 4 FR Active` }).waitFor();
      await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    }
    await page.getByLabel('Country').fill('de');
    await says(page, 'No tenants match.');
    await page.getByLabel('Country').fill('fr');
    await page.getByLabel('Plan').selectOption('plan4');
    await page.getByRole('link', { name }).click();
    await says(page, tenant.id);
  });

  test('creates a tenant once, even if the response is lost, and opens its screen', async () => {
    const name = uniqueName('new');
    const page = await visit(platform, { actor: 'root' });
    await failWrites(page, 'pass', 'lost answer');
    const store = { Name: name, 'Country code': 'at', 'Time zone': 'Vienna' };
    const person = { 'First name': 'Ada', 'Last name': 'Byron', 'E-mail address': 'ada@example.com' };
    await act(page, 'Create tenant', { ...store, ...person, Phone: '+4315550001' }, 'Create tenant');
    await hasProblem(page, 'Time zone', /must be a name of the tz database/);
    await fill(page, { 'Time zone': 'Europe/Vienna' });
    await submitDialog(page, 'Create tenant');
    await page.getByRole('heading', { name }).waitFor();
    await says(page, 'AT, EUR, Europe/Vienna');
    await page.getByRole('row', { name: /Create tenant root/ }).waitFor();
  });

  test('sets plan, front, domain, owner, subscription and name of a tenant, suspends it, and sees it in the audit log', async () => {
    const { tenant, key } = await aStore();
    const body = { first_name: 'Alan', last_name: 'Turing', email: 'alan@example.com', phone: '+4930123456' };
    const { user } = (await call('createUser', { as: key, body })).payload;
    const host = `${tenant.name}.example.com`;
    const page = await visit(platform, { at: `#/tenants/${tenant.id}`, actor: 'root' });
    await act(page, 'Set plan', { Plan: 'plan2' }, 'Save');
    await says(page, '1,000 requests in 10 seconds');
    await page.getByRole('row', { name: 'Set store plan root' }).waitFor();
    await act(page, 'Set store front', { 'Store front': 'flat' }, 'Save');
    await act(page, 'Link domain', { Host: host, 'Forward www. too': 'yes' }, 'Save');
    await says(page, host);
    await openDialog(page, 'Change owner');
    const people = page.getByLabel('New owner').getByRole('option');
    await people.first().waitFor({ state: 'attached' });
    expect(await people.allTextContents()).toEqual(['Ada Byron, ada@example.com', 'Alan Turing, alan@example.com']);
    await page.keyboard.press('Escape');
    await act(page, 'Change owner', { 'New owner': user.id }, 'Save');
    await says(page, /Alan Turing, alan@/);
    await act(page, 'Set subscription', { Subscription: 'expired' }, 'Save');
    await says(page, 'Expired');
    const after = (await call('getTenant', { as: platform, params: { id: tenant.id } })).payload.tenant;
    const wanted = { override_plan: 'plan2', front_end: 'flat', store_host: host, forward_www: true, subscribed: 'expired' };
    expect(after).toMatchObject({ ...wanted, owner: { id: user.id } });
    const name = uniqueName('renamed');
    await act(page, 'Edit', { Name: name, 'Time zone': 'Europe/Vienna' }, 'Save');
    await page.getByRole('heading', { name }).waitFor();
    await says(page, 'DE, EUR, Europe/Vienna');
    await until(async () => (await page.title()) === `${name} · Tenants · Store console`);
    // What was not changed is not sent.
    const { entries } = (await call('getAudit', { as: platform, query: { tenant: tenant.id } })).payload;
    expect(entries[0].after).toEqual({ name, timezone: 'Europe/Vienna' });
    const suspended = 'Suspended: existing keys of this store stop working, and its webhooks wait';
    await act(page, 'Set subscription', { [suspended]: 'yes' }, 'Save');
    const command = page.getByText(`npm run ops -- tenant export ${name} --out ${name}-export`);
    await command.waitFor();
    expect(await page.getByText('Suspended', { exact: true }).count()).toBe(1);
    await act(page, 'Set subscription', { [suspended]: 'no' }, 'Save');
    await command.waitFor({ state: 'detached' });
    await page.getByLabel('Operation').fill('setStorePlan');
    await page.getByRole('row', { name: /Set store plan root.*override_plan: plan2/ }).waitFor();
  });

  test('leaves the dialog that changes the owner before the users are read', async () => {
    const { tenant } = await aStore();
    const page = await visit(platform, { at: `#/tenants/${tenant.id}` });
    await page.route(`**/${tenant.id}/user/**`, () => undefined);
    await openDialog(page, 'Change owner');
    await page.getByRole('dialog').getByText('Loading …').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
