export type TenantId = `ten_${string}`;

/** Whose items a call may touch: one tenant's, its request counts, or the platform's own. */
export type Scope = TenantId | `QUOTA#${TenantId}` | 'PLATFORM';

export const TableName = process.env.TABLE_NAME ?? 'store-platform';

export const keyOf = (scope: Scope, sk: string) => ({ pk: scope.startsWith('ten_') ? `T#${scope}` : scope, sk });

/** A claim makes a name or a host the property of one tenant. */
export const claimKey = (kind: 'NAME' | 'HOST', value: string) => ({ pk: `${kind}#${value}`, sk: 'CLAIM' });
