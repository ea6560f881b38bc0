import { existsSync, mkdirSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const found = [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path));
const missing = 'No Chromium was found: install it (apt-get install chromium), or name one with CHROMIUM_PATH.';

/** Whether there is a browser to test with. In CI there must be one. */
export function hasBrowser(): boolean {
  if (!found && process.env.CI) throw new Error(`${missing} In CI the page is tested always.`);
  if (!found) console.warn(`${missing} The page is not tested.`);
  return found !== undefined;
}

/** As root, Chromium runs only without its sandbox. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: found as string, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

/** A picture for a person to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = new URL('../../dist/pictures/', import.meta.url).pathname;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png` });
}
