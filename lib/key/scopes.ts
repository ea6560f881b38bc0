import { ApiError } from '../api/errors.ts';

/** What a management key may do. `write` includes everything else in its area. */
export const keyScopes = [
  'orders:read',
  'orders:write',
  'orders:place',
  'orders:ship',
  'products:read',
  'products:write',
  'settings:read',
  'settings:write',
] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The scopes of a key that was issued without any. */
export const allScopes: readonly KeyScope[] = ['orders:write', 'products:write', 'settings:write'];

/** The area of a path, by its first word after `/v1/management/`. All other paths belong to `settings`. */
const areas: Record<string, 'orders' | 'products'> = {
  order: 'orders',
  report: 'orders',
  shipping: 'orders',
  product: 'products',
};

/** The scope that an operation needs unless its route says otherwise. */
export const scopeOf = (method: string, path: string): KeyScope =>
  `${areas[path.split('/')[3] ?? ''] ?? 'settings'}:${method === 'GET' ? 'read' : 'write'}`;

/** Whether these scopes include the required one. */
export const includesScope = (granted: readonly KeyScope[], required: KeyScope): boolean =>
  granted.includes(required) || granted.includes(required.replace(/:.*/, ':write') as KeyScope);

/** The scope that each dashboard permission of a user gives to the user's keys. */
export const scopeOfPermission = {
  analytics: 'orders:read',
  appearance: null,
  customers: 'orders:read',
  home: 'orders:read',
  orders: 'orders:write',
  products: 'products:write',
  settings: 'settings:write',
} as const satisfies Record<string, KeyScope | null>;
export type Permissions = Record<keyof typeof scopeOfPermission, boolean>;

/** The scopes that a user's permissions give, as far as these limits include them. */
export function scopesFrom(permissions: Permissions, limits: readonly KeyScope[] = allScopes): KeyScope[] {
  const areas = Object.keys(scopeOfPermission) as (keyof Permissions)[];
  const given = areas.flatMap((area) => (permissions[area] && scopeOfPermission[area]) || []);
  const within = (limit: KeyScope) =>
    includesScope(given, limit) ? [limit] : given.filter((scope) => includesScope([limit], scope));
  return [...new Set(limits.flatMap(within))];
}

/** What an operation needs: `scope` or one of the narrower ones, and also the second scope, if it has one. */
export type NeededScopes = { scope: KeyScope | undefined; narrowerScopes?: readonly KeyScope[]; secondScope?: KeyScope };

/** In Markdown, if it needs any. */
export function scopeList({ scope, narrowerScopes = [], secondScope }: NeededScopes): string {
  const list = [scope, ...narrowerScopes].map((one) => `\`${one}\``).join(' or ');
  return secondScope ? `${list} and \`${secondScope}\`` : list;
}

export const scopesInWords = (needed: NeededScopes) => `the ${needed.secondScope ? 'scopes' : 'scope'} ${scopeList(needed)}`;

/** The scope that a key lacks for an operation. */
export function missingScope(granted: readonly KeyScope[], needed: NeededScopes): KeyScope | undefined {
  const { scope, narrowerScopes = [], secondScope } = needed;
  const isGranted = (one: KeyScope) => includesScope(granted, one);
  if (scope && ![scope, ...narrowerScopes].some(isGranted)) return scope;
  return secondScope && !isGranted(secondScope) ? secondScope : undefined;
}

export const insufficientScope = (required: KeyScope, description: string) =>
  new ApiError('insufficient_scope', description, { required });
