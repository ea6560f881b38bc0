import { expect } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { describeBrowser } from './browser.ts';
import { until } from './receiver.ts';

/** With `ownClock`, timers of the page can be run ahead of time by `passTime`. */
type Where = { at?: string; actor?: string; ownClock?: boolean; locale?: string };
/** Opens the console in a browser of its own, signed in if there is a key. */
type Visit = (key?: string, where?: Where) => Promise<Page>;

/** Tests in Chromium. Each fails if a page reports an error or calls another host. */
export function describeConsole(name: string, tests: (visit: Visit) => void): void {
  describeBrowser(name, (newPage) =>
    tests(async (key, { at = '', actor, ownClock = false, locale = 'en-US' } = {}) => {
      const page = await newPage({
        viewport: { width: 1200, height: 900 },
        timezoneId: 'America/New_York',
        locale,
        // The emulated deployment has a certificate of its own.
        ignoreHTTPSErrors: true,
      });
      countRequests(page);
      if (ownClock) await page.clock.install();
      await page.goto(`${process.env.BASE_URL}/console${at}`);
      if (key) await signIn(page, key, actor);
      return page;
    }),
  );
}

/** The requests of a page that have not ended. */
const inFlight = new WeakMap<Page, Set<Request>>();

function countRequests(page: Page): void {
  const requests = new Set<Request>();
  inFlight.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

export async function signIn(page: Page, key: string, actor = ''): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('Your name').fill(actor);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('banner').waitFor();
}

export async function openDialog(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
}

/** Opens a dialog with a button of the page, fills it, and sends it. */
export async function act(page: Page, button: string, fields: Record<string, string>, submit: string): Promise<void> {
  await openDialog(page, button);
  await fill(page, fields);
  await submitDialog(page, submit);
}

export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label, { exact: true });
    const type = await field.evaluate((element) => (element as unknown as { type: string }).type);
    if (type === 'checkbox') await field.setChecked(value === 'yes');
    else if (type === 'select-one') await field.selectOption(value);
    else await field.fill(value);
  }
}

export const submitDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Waits until the page says this. */
export const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Runs the timers of the page ahead of time until the page says this. Not during a request, which would time out. */
export async function passTime(page: Page, text: string | RegExp): Promise<void> {
  const found = page.getByText(text).first();
  const runAhead = () => (inFlight.get(page)?.size ? undefined : page.clock.runFor(500));
  const ended = until(async () => (await found.isVisible()) || runAhead());
  await ended.catch(async (cause) => {
    const said = await page.locator('#app').textContent();
    throw new Error(`Instead of ${text}, the page says: ${said}`, { cause });
  });
}

/** Waits until the link or button with this text has the focus. */
export const isFocused = (page: Page, text: string) => page.locator(':focus', { hasText: text }).waitFor();

/** Waits until a field of the dialog says why it was rejected. */
export async function hasProblem(page: Page, label: string, problem: RegExp): Promise<void> {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true }).and(page.locator('[aria-invalid]'));
  await field.waitFor();
  const described = ((await field.getAttribute('aria-describedby')) as string).split(' ')[0];
  await page.locator(`id=${described}`).filter({ hasText: problem }).waitFor();
}

/** Closes the page. Fails unless the browser asks first; then the page stays. */
export async function staysOpen(page: Page): Promise<void> {
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
}

/** Goes to another screen, as a link would. */
export const goTo = (page: Page, at: string) => page.evaluate(`location.hash = ${JSON.stringify(at)}`);
