import { beforeAll, expect, test } from '@jest/globals';
import { aTenant, platformKey, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { between } from '../support/faults.ts';

let platform: string;

beforeAll(async () => {
  platform = await platformKey();
});

const link = (tenant: string, host: string, forward_www?: boolean) =>
  call('linkDomain', { as: platform, body: { tenant, host, forward_www } });

test('a www form that is no longer needed may be taken in the meantime', async () => {
  const [mine, theirs] = [await aTenant(platform), await aTenant(platform)];
  const [old, host] = [`${uniqueName()}.example.com`, `${uniqueName()}.example.com`];
  await link(mine.id, old, true);
  const others = async () => {
    expect((await link(mine.id, old, false)).status).toBe(200);
    expect((await link(theirs.id, `www.${host}`)).status).toBe(200);
  };
  const answer = await between(() => link(mine.id, host), others);
  expect(answer).toMatchObject({ status: 200, payload: { tenant: { store_host: host, forward_www: false } } });
});
