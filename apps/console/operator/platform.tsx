import { Audit } from '../parts/audit.tsx';
import { Keys } from '../parts/keys.tsx';
import { operatorSession } from '../session.ts';
import { texts } from '../texts.ts';

export const PlatformKeysScreen = () => (
  <>
    <h1>{texts.tenants.keys}</h1>
    <p class="small">{texts.tenants.keysText}</p>
    <Keys
      list={operatorSession().platform.getPlatformKeys}
      revoke={(key_id, options) => operatorSession().platform.revokePlatformKey({ key_id }, options)}
      mayChange
    />
  </>
);

export const PlatformAuditScreen = () => (
  <>
    <h1>{texts.settings.tabs.audit}</h1>
    <Audit list={operatorSession().platform.getAudit} />
  </>
);
