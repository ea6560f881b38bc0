import { expect, test } from '@jest/globals';
import { routes } from '../../lib/routes.ts';
import { sendAll } from '../support/httpFile.ts';

test('requests.http holds every operation, and works from top to bottom as often as it is sent', async () => {
  const environment = { url: process.env.BASE_URL as string, PLATFORM_API_KEY: process.env.PLATFORM_API_KEY as string };
  for (const _ of ['once', 'again']) {
    const answers = await sendAll('docs/requests.http', environment);
    expect([...answers.keys()].sort()).toEqual(routes.map(({ id }) => id).sort());
    expect([...answers].filter(([, { status }]) => status >= 300)).toEqual([]);
  }
});
