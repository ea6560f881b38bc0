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

const allNames = Object.keys(tabs) as Name[];

/** The title of a tab, for an unknown one the address itself. */
export const tabTitle = (id: string): string => (texts.settings.tabs as Record<string, string>)[id] ?? id;

export function SettingsScreen({ id }: { id: string }) {
  const names = allNames.filter((one) => one !== 'availability' || can('orders:read', 'orders:ship', 'orders:place'));
  const name = names.find((one) => one === id) ?? (names[0] as Name);
  const Tab = tabs[name];
  return (
    <>
      <h1>{texts.settings.title}</h1>
      <Tabs title={texts.settings.title} screen="settings" names={names} texts={texts.settings.tabs} current={name} />
      <Tab key={name} />
    </>
  );
}
