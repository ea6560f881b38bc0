import type { Section } from './section.ts';

export const platformSections: Section[] = [
  {
    tag: 'Platform: keys',
    description: 'Test, list and revoke platform keys. To issue one, run a command with AWS credentials.',
    operations: {
      testKey: 'Returns 200 if the platform key is valid, otherwise 401.',
      getPlatformKeys: 'Lists the platform keys, sorted by label. Revoked keys stay listed, with the time in `revoked`.',
      revokePlatformKey: 'The key stops working everywhere within 30 seconds. A key can revoke itself.',
    },
  },
  {
    tag: 'Platform: tenants',
    description: 'View and configure tenants, which are store accounts.',
    operations: {
      getTenants: 'Lists tenants, newest first. A new tenant may take a second to appear.',
      createTenant: 'Creates a store account and its owner. The name must be free.',
      getTenant: 'Returns one tenant, by ID or name.',
      updateTenant:
        'Changes only the given fields. After a rename, the old name is available at once. A new owner must be an active user of the tenant.',
      setStoreFront: 'Selects the store front. Setting the current one again changes nothing.',
      setStorePlan:
        "Overrides the subscribed plan, and sets the store's quota of management requests. Null removes the override. Setting the current plan again changes nothing.",
      linkDomain:
        'Links a host name to the store, with its `www.` form if that is forwarded. A host belongs to one tenant at a time. Linking another host frees the previous one. Null unlinks the current host.',
    },
  },
  {
    tag: 'Platform: management keys',
    description: 'Issue and revoke the management keys of a store.',
    operations: {
      getKeys: 'Lists the keys, newest first. Revoked keys stay listed, with the time in `revoked`.',
      issueKey:
        'Returns the key itself in `secret`. It is shown only once and not stored. A replay with the same Idempotency-Key returns null as `secret`.',
      revokeKey: 'The key stops working everywhere within 30 seconds.',
    },
  },
  {
    tag: 'Platform: audit log',
    description: 'See who changed what, and when.',
    operations: {
      getAudit:
        'Lists changes made with platform keys and by commands, newest first. With `tenant`, lists all changes to that tenant, including those made with its own keys. A new entry may take a second to appear. Entries never change and are never deleted.',
    },
  },
];
