import { Audit } from '../parts/audit.tsx';
import { Keys } from '../parts/keys.tsx';
import { Tabs, type TabTable } from '../parts/tabs.tsx';
import { can, storeSession } from '../session.ts';
import { AvailabilityTab } from './availability.tsx';
import { HoursTab } from './hours.tsx';
import { LegalTab } from './legal.tsx';
import { UsersTab } from './users.tsx';
import { WebhooksTab } from './webhooks.tsx';

const OwnKeys = () => {
  const { store, user } = storeSession();
  return (
    <Keys
      list={store.getOwnKeys}
      // A staff key can issue only staff keys.
      issue={user ? undefined : (key, options) => store.issueOwnKey(key, options)}
      revoke={(key_id, options) => store.revokeOwnKey({ key_id }, options)}
      mayChange={can('settings:write')}
    />
  );
};

export const settingsTabs: TabTable = {
  availability: ['Availability', AvailabilityTab],
  hours: ['Opening hours', HoursTab],
  webhooks: ['Webhooks', WebhooksTab],
  users: ['Users', UsersTab],
  keys: ['Keys', OwnKeys],
  legal: ['Legal', LegalTab],
  audit: ['Audit log', () => <Audit list={storeSession().store.getOwnAudit} />],
};

export function SettingsScreen({ id }: { id: string }) {
  const { availability: _, ...others } = settingsTabs;
  const shown = can('orders:read', 'orders:ship', 'orders:place') ? settingsTabs : others;
  return <Tabs title="Settings" screen="settings" id={id} tabs={shown} />;
}
