import type { Section } from './section.ts';

export const platformSections: Section[] = [
  {
    tag: 'Platform: key',
    description: 'Try out a platform key.',
    operations: { testKey: 'Answers 200 to a key that opens the platform interface, and 401 to any other.' },
  },
  {
    tag: 'Platform: tenants',
    description: 'Inspect and configure the tenants: the store accounts.',
    operations: {
      getTenants: 'The newest first. A new tenant may lag for a second.',
      createTenant: 'Creates a store account with its owner. Its name must be free.',
      getTenant: 'By its id or its name.',
      updateTenant: 'Changes what is given and nothing else. A rename frees the old name at once.',
      setStoreFront: 'Chooses the store front. The same again changes nothing.',
      setStorePlan: 'Puts a plan in place of the subscribed one; null removes it. The same again changes nothing.',
      linkDomain:
        'Links a host name to the store, with its `www.` form where that is forwarded. It belongs to one tenant at a time; linking another one frees the former.',
    },
  },
  {
    tag: 'Platform: management keys',
    description: 'Issue and revoke the keys by which a store reaches its management interface.',
    operations: {
      getKeys: 'The newest first, without those that are revoked.',
      issueKey:
        'The answer holds the key itself, which is shown this once and kept nowhere. Repeated with the same Idempotency-Key, `secret` is null.',
      revokeKey: 'The key stops working everywhere within 30 seconds.',
    },
  },
  {
    tag: 'Platform: audit log',
    description: 'What was changed with platform keys, by which one, and when.',
    operations: {
      getAudit: 'The newest first. A new entry may lag for a second. Entries are never changed and never removed.',
    },
  },
];
