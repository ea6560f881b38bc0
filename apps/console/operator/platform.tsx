import { Audit } from '../parts/audit.tsx';
import { Keys } from '../parts/keys.tsx';
import { operatorSession } from '../session.ts';

export const PlatformKeysScreen = () => (
  <>
    <h1>Platform keys</h1>
    <p class="small">Platform keys are issued by a command: npm run platform-key -- --table &lt;table&gt;</p>
    <Keys
      list={operatorSession().platform.getPlatformKeys}
      revoke={(key_id, options) => operatorSession().platform.revokePlatformKey({ key_id }, options)}
      mayChange
    />
  </>
);

export const PlatformAuditScreen = () => (
  <>
    <h1>Audit log</h1>
    <Audit list={operatorSession().platform.getAudit} />
  </>
);
