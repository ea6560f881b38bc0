/** The sections of the API document and the reference, in their order. */
export const sections = {
  'Platform: keys': 'Test, list and revoke platform keys. To issue one, run a command with AWS credentials.',
  'Platform: tenants': 'View and configure tenants, which are store accounts.',
  'Platform: management keys': 'Issue and revoke the management keys of a store.',
  'Platform: audit log': 'See who changed what, and when.',
  'Management: orders': 'Place, view, authorize, cancel, hide and ship orders.',
  'Management: payments': 'Record payments, refunds and credits. They never change once recorded.',
  'Management: reports': 'Count and add up orders, by day and by what is left to do.',
  'Management: availability': 'Control whether the store accepts new orders.',
  'Management: products': 'Manage products and their stock.',
  'Management: shipping': 'Get shipping rates from the webhook `calculate-shipping-rates`.',
  'Management: users': 'Manage the dashboard users of the tenant.',
  'Management: tenant': "View the tenant's own account, and manage its legal information.",
  'Management: keys': "Issue and revoke the tenant's own keys.",
  'Management: audit log': 'See who changed what in the store, and when.',
  'Management: webhooks': 'Set webhook URLs and signing secrets, and follow the deliveries.',
};
export type Section = keyof typeof sections;
