import { areas } from '../../../../lib/user/inputs.ts';

export const CreateTenant = {
  name: 'The unique name of the tenant.',
  country: 'The country.',
  timezone: 'The time zone.',
  currency: "The default currency. Defaults to the country's own.",
  owner: 'The first dashboard user, who owns the account.',
  'owner.first_name': 'The first name.',
  'owner.last_name': 'The last name.',
  'owner.email': 'The e-mail address.',
  'owner.phone': 'The telephone number.',
};

export const UpdateTenant = {
  name: 'The new name. The old name becomes available at once.',
  country: 'The country.',
  timezone: 'The time zone.',
  subscribed: 'Whether the subscription is active.',
  permissions: 'The permissions to change.',
  owner: 'The ID of the user who becomes the owner and gets all permissions. The former owner keeps their permissions.',
};

export const SetStoreFront = { tenant: 'The name of the tenant.', front_end: 'The store front.' };

export const SetStorePlan = {
  tenant: 'The name of the tenant.',
  override_plan: 'The plan that overrides the subscribed one. Null removes the override.',
};

export const LinkDomain = {
  tenant: 'The name of the tenant.',
  host: 'The host name to link. It is stored as lower-case ASCII and belongs to one tenant at a time. Null unlinks the current one.',
  forward_www: 'Whether the `www.` form of the host also belongs to the store. Unchanged if missing.',
};

export const CreateUser = {
  first_name: 'The first name.',
  last_name: 'The last name.',
  email: 'The e-mail address.',
  phone: 'The telephone number.',
  permissions: 'The dashboard permissions. Each one defaults to false.',
};

export const UpdateUser = {
  first_name: 'The first name.',
  last_name: 'The last name.',
  email: 'The e-mail address. It must be unique in the tenant and is not case-sensitive.',
  phone: 'The telephone number.',
  permissions: 'The permissions to change.',
  active: 'Whether the user may use the dashboard. The owner cannot be deactivated.',
};

export const GetUsersQuery = {
  email: 'Only the user with this e-mail address. Not case-sensitive.',
  active: 'Only active users, or only inactive ones.',
};

const flags = () => Object.fromEntries(areas.map((area) => [area, `Access to the dashboard area \`${area}\`.`]));

export const Permissions = flags();
export const PermissionsInput = flags();
export const NewPermissions = flags();

export const IssueKey = {
  label: 'What the key is for.',
  expires: 'When the key expires. Must be in the future. If null or missing, the key never expires.',
  scopes: 'What the key may do. If null or missing, it may do everything.',
};

export const IssueOwnKey = {
  label: 'What the key is for.',
  expires:
    'When the key expires. Must be in the future and not after your own key expires. Defaults to the expiry of your own key.',
  scopes: 'What the key may do. It cannot have scopes that your own key lacks. Defaults to the scopes of your own key.',
};

export const GetTenantsQuery = {
  subscribed: 'Only tenants whose subscription is active, or only those whose subscription has expired.',
  country: 'Only tenants in this country.',
  q: 'Only tenants whose name starts with this text, or whose store has exactly this host.',
};

export const GetOwnAuditQuery = {
  operation: 'Only entries of this operation, such as `updateLegal`.',
  key: 'Only changes made with the key that has this ID.',
  from: 'Only entries at or after this time.',
  to: 'Only entries at or before this time.',
};

export const GetAuditQuery = {
  tenant: 'Only changes to this tenant, given by ID or name. Includes changes made with its own keys.',
  ...GetOwnAuditQuery,
};
