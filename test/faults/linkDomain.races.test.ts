import { expect, test } from '@jest/globals';
import { aTenant, platform, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { interruptReads } from '../support/injectFault.ts';

holdClocks();

const link = (tenant: string, host: string, forward_www?: boolean) =>
  call('linkDomain', { as: platform, body: { tenant, host, forward_www } });

test('a link succeeds if another tenant takes a www host that it no longer needs', async () => {
  const [mine, theirs] = [await aTenant(), await aTenant()];
  const [old, host] = [`${uniqueName()}.example.com`, `${uniqueName()}.example.com`];
  await link(mine.id, old, true);
  const others = async () => {
    expect((await link(mine.id, old, false)).status).toBe(200);
    expect((await link(theirs.id, `www.${host}`)).status).toBe(200);
  };
  const answer = await interruptReads(() => link(mine.id, host), others);
  expect(answer).toMatchObject({ status: 200, payload: { tenant: { store_host: host, forward_www: false } } });
});
