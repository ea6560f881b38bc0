import { expect, test } from '@jest/globals';
import { routeOf } from '../../lib/routes.ts';
import { aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { conflicts } from '../support/faultKinds.ts';
import { type Fault, withFaults } from '../support/injectFault.ts';

holdClocks();

const issue = (id: string) => call('issueKey', { as: platform, params: { id }, body: {} });

test.each(['issueKey', 'issueOwnKey', 'issueStaffKey', 'revokeKey', 'revokeOwnKey'])(
  '%s succeeds after ten conflicts with other writes',
  async (id) => {
    const { tenant, key } = await aStore();
    const victim = (await issue(tenant.id)).payload.key.id;
    let left = 10;
    const fault: Fault = (attempt) => (left-- > 0 ? conflicts(attempt) : attempt.forward());
    const as = routeOf(id).caller === 'platform' ? platform : key;
    const params = { id: id === 'issueStaffKey' ? tenant.owner.id : tenant.id, key_id: victim };
    const plan = { command: 'TransactWriteItems', nth: 'every' as const, fault };
    const { result } = await withFaults([plan], () => call(id, { as, params }));
    expect(result.status).toBeLessThan(300);
    expect(left).toBe(-1);
  },
);
