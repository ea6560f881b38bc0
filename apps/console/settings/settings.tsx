import type { ComponentType } from 'preact';
import { Audit } from '../parts/audit.tsx';
import { Keys } from '../parts/keys.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { can, storeSession } from '../session.ts';
import { AvailabilityTab } from './availability.tsx';
import { HoursTab } from './hours.tsx';
import { LegalTab } from './legal.tsx';
import { UsersTab } from './users.tsx';
import { WebhooksTab } from './webhooks.tsx';

export const settingsTitles = {
  availability: 'Availability',
  hours: 'Opening hours',
  webhooks: 'Webhooks',
  users: 'Users',
  keys: 'Keys',
  legal: 'Legal',
  audit: 'Audit log',
};

const OwnKeys = () => {
  const { store } = storeSession();
  return (
    <Keys
      list={store.getOwnKeys}
      issue={(key, options) => store.issueOwnKey(key, options)}
      revoke={(key_id, options) => store.revokeOwnKey({ key_id }, options)}
      mayChange={can('settings:write')}
    />
  );
};

const tabs: Record<keyof typeof settingsTitles, ComponentType> = {
  availability: AvailabilityTab,
  hours: HoursTab,
  webhooks: WebhooksTab,
  users: UsersTab,
  keys: OwnKeys,
  legal: LegalTab,
  audit: () => <Audit list={storeSession().store.getOwnAudit} />,
};

export function SettingsScreen({ id }: { id: string }) {
  const { availability, ...others } = tabs;
  const shown = can('orders:read', 'orders:ship', 'orders:place') ? tabs : others;
  return <Tabs title="Settings" screen="settings" id={id} titles={settingsTitles} tabs={shown} />;
}
