import type { ComponentType } from 'preact';
import { Audit } from '../parts/audit.tsx';
import { Keys } from '../parts/keys.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { AvailabilityTab } from './availability.tsx';
import { HoursTab } from './hours.tsx';
import { LegalTab } from './legal.tsx';
import { UsersTab } from './users.tsx';
import { WebhooksTab } from './webhooks.tsx';

type Name = keyof typeof texts.settings.tabs;

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

const tabs: Record<Name, ComponentType> = {
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
  const { title, tabs: titles } = texts.settings;
  return <Tabs {...{ title, id, titles }} screen="settings" tabs={shown} />;
}
