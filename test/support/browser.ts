import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from 'playwright-core';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const found = [process.env.CHROMIUM_PATH, ...paths].find((path) => path && existsSync(path));
const missing = 'Chromium was not found. Install it (apt-get install chromium), or set CHROMIUM_PATH.';

/** Opens an empty page in a context of its own. */
type NewPage = (options?: BrowserContextOptions) => Promise<Page>;

/** Tests in Chromium, which CI requires. Each fails if a page reports an error or calls another host. */
export function describeBrowser(name: string, tests: (newPage: NewPage) => void): void {
  if (!found && process.env.CI) throw new Error(`${missing} CI always tests the page.`);
  if (!found) console.warn(`${missing} The tests of the page are skipped.`);
  (found ? describe : describe.skip)(name, () => {
    let browser: Browser;
    const problems: string[] = [];

    beforeAll(async () => {
      // Chromium runs as root only without its sandbox.
      const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
      browser = await chromium.launch({ executablePath: found as string, args });
    });
    afterAll(() => browser.close());
    afterEach(async () => {
      await Promise.all(browser.contexts().map(closed));
      expect(problems.splice(0)).toEqual([]);
    });

    tests(async (options) => {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      watch(page, problems);
      return page;
    });
  });
}

/** Requests may be in flight when a test ends. */
async function closed(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

const isMissingPage = (response: Response) => response.status() === 404 && /\/docs\b/.test(new URL(response.url()).pathname);

/** A rejected or failed request is what the tests are about. Everything else in the browser's console is a problem. */
function watch(page: Page, problems: string[]): void {
  page.on('console', (message) => !/Failed to load resource/.test(message.text()) && problems.push(message.text()));
  page.on('response', (response) => isMissingPage(response) && problems.push(`${response.url()} is missing`));
  page.on('pageerror', (error) => problems.push(`${error.stack}`));
  page.on('request', (request) => request.url().startsWith(`${process.env.BASE_URL}/`) || problems.push(request.url()));
}
