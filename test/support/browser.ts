import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const found = [process.env.CHROMIUM_PATH, ...paths].find((path) => path && existsSync(path));
const missing = 'Chromium was not found. Install it (apt-get install chromium), or set CHROMIUM_PATH.';

/** Whether a browser is installed. CI requires one. */
export function hasBrowser(): boolean {
  if (!found && process.env.CI) throw new Error(`${missing} CI always tests the page.`);
  if (!found) console.warn(`${missing} The tests of the page are skipped.`);
  return found !== undefined;
}

/** Chromium runs as root only without its sandbox. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: found as string, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
