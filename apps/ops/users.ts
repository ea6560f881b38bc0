import type { User } from '../../lib/user/schema.ts';
import { storeCommand, UsageError } from './command.ts';
import { listOf, record } from './textTable.ts';

function userText({ permissions, ...fields }: User): string {
  const allowed = Object.entries(permissions).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
  return record({ ...fields, permissions: allowed.join(', ') || null });
}

const nameOf = ({ first_name, last_name }: User) => `${first_name} ${last_name}`;

/** The permissions in texts such as `analytics=false`. */
export const permissionsIn = (texts: string[] | undefined) => texts && Object.fromEntries(texts.map(parsePermission));

function parsePermission(text: string): [string, boolean] {
  const [, name = '', value] = /^(\w+)=(true|false)$/.exec(text) ?? [];
  if (!value) throw new UsageError(`--permission must be a name and true or false, such as analytics=false, not "${text}".`);
  return [name, value === 'true'];
}

const person = {
  first_name: { type: 'string', summary: 'first name' },
  last_name: { type: 'string', summary: 'last name' },
  email: { type: 'string', summary: 'e-mail address, which no other user of the store may have' },
  phone: { type: 'string', summary: 'phone number, such as +4915112345678' },
} as const;

export const users = [
  storeCommand({
    name: 'user list',
    summary: 'Lists the dashboard users of a store, newest first',
    examples: ['user list --active', 'user list --email ada@example.com', 'user list --no-active --json'],
    options: {
      email: { type: 'string', summary: 'only the user with this e-mail address' },
      active: { type: 'boolean', summary: 'only active users; --no-active lists only the others' },
    },
    call: (store, filters) => Array.fromAsync(store.users(filters)),
    print: listOf<User>(['id', ['name', nameOf], 'email', 'phone', 'active']),
  }),
  storeCommand({
    name: 'user create',
    summary: 'Creates a dashboard user',
    examples: [
      'user create --first-name Grace --last-name Example --email grace@example.com --phone +4930555001 --allow orders',
      'user create --first-name Mary --last-name Example --email mary@example.com --phone +4930555003 --allow orders --allow products',
    ],
    options: {
      first_name: { ...person.first_name, required: true },
      last_name: { ...person.last_name, required: true },
      email: { ...person.email, required: true },
      phone: { ...person.phone, required: true },
      allow: { type: 'string', summary: 'an area that the user may use, such as orders', multiple: true },
    },
    call: (store, { allow = [], ...fields }) =>
      store.createUser({ ...fields, permissions: Object.fromEntries(allow.map((area) => [area, true])) }),
    print: userText,
  }),
  storeCommand({
    name: 'user update',
    args: { user: {} },
    summary: 'Changes a dashboard user (ID); what you leave out stays as it is',
    examples: [
      'user update usr_4h7k2m9p --phone +4930555009',
      'user update usr_4h7k2m9p --permission orders=false',
      'user update usr_4h7k2m9p --no-active',
    ],
    options: {
      ...person,
      active: { type: 'boolean', summary: 'activate the user; --no-active deactivates the user (not possible for the owner)' },
      permission: { type: 'string', summary: 'a permission to turn on or off, such as orders=true', multiple: true },
    },
    call: (store, { user: id, permission, ...fields }) =>
      store.updateUser({ id, ...fields, permissions: permissionsIn(permission) }),
    print: userText,
  }),
];
