import type { StoreClient } from '../client/client.ts';
import { command, UsageError } from './command.ts';
import { record, table } from './textTable.ts';

type User = Awaited<ReturnType<StoreClient['getUser']>>;

function userOutput(user: User) {
  const { permissions, ...fields } = user;
  const allowed = Object.entries(permissions).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
  return { data: user, text: record({ ...fields, permissions: allowed.join(', ') || null }) };
}

const list = command({
  name: 'user list',
  args: [],
  summary: 'Lists the dashboard users of a store, newest first',
  examples: ['user list --active', 'user list --email ada@example.com', 'user list --no-active --json'],
  options: {
    email: { type: 'string', summary: 'only the user with this e-mail address' },
    active: { type: 'boolean', summary: 'only active users; --no-active lists only the others' },
  },
  run: async ({ options: { email, active }, store }) => {
    const users = await Array.fromAsync((await store()).users({ email, active }));
    const rows = users.map((one) => [one.id, `${one.first_name} ${one.last_name}`, one.email, one.phone, one.active]);
    return { data: users, text: table(['id', 'name', 'email', 'phone', 'active'], rows) };
  },
});

const fields = {
  'first-name': { type: 'string', summary: 'first name' },
  'last-name': { type: 'string', summary: 'last name' },
  email: { type: 'string', summary: 'e-mail address, which no other user of the store may have' },
  phone: { type: 'string', summary: 'phone number, such as +4915112345678' },
} as const;

const create = command({
  name: 'user create',
  args: [],
  summary: 'Creates a dashboard user',
  examples: [
    'user create --first-name Grace --last-name Example --email grace@example.com --phone +4930555001 --allow orders',
    'user create --first-name Mary --last-name Example --email mary@example.com --phone +4930555003 --allow orders --allow products',
  ],
  options: {
    'first-name': { ...fields['first-name'], required: true },
    'last-name': { ...fields['last-name'], required: true },
    email: { ...fields.email, required: true },
    phone: { ...fields.phone, required: true },
    allow: { type: 'string', summary: 'an area that the user may use, such as orders', multiple: true },
  },
  run: async ({ options: { allow = [], email, phone, ...names }, store }) => {
    const permissions = Object.fromEntries(allow.map((area) => [area, true]));
    const user = { first_name: names['first-name'], last_name: names['last-name'], email, phone, permissions };
    return userOutput(await (await store()).createUser(user));
  },
});

const update = command({
  name: 'user update',
  args: ['user'],
  summary: 'Changes a dashboard user (ID); omitted options stay as they are',
  examples: [
    'user update usr_4h7k2m9p --phone +4930555009',
    'user update usr_4h7k2m9p --permission orders=false',
    'user update usr_4h7k2m9p --no-active',
  ],
  options: {
    ...fields,
    active: { type: 'boolean', summary: 'activate the user; --no-active deactivates the user (not possible for the owner)' },
    permission: { type: 'string', summary: 'a permission to turn on or off, such as orders=true', multiple: true },
  },
  run: async ({ args: { user: id = '' }, options: { permission, email, phone, active, ...names }, store }) => {
    const permissions = permission && Object.fromEntries(permission.map(parsePermission));
    const change = { first_name: names['first-name'], last_name: names['last-name'], email, phone, active, permissions };
    return userOutput(await (await store()).updateUser({ id, ...change }));
  },
});

export function parsePermission(text: string): [string, boolean] {
  const [, name = '', value] = /^(\w+)=(true|false)$/.exec(text) ?? [];
  if (!value) throw new UsageError(`--permission must be a name and true or false, such as analytics=false, not "${text}".`);
  return [name, value === 'true'];
}

export const users = [list, create, update];
