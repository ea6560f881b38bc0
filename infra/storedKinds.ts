/** Every kind of item in the table, and what its sort key begins with. */
export const storedKinds = {
  tenant: 'TENANT',
  user: 'USER#',
  key: 'KEY#',
  product: 'PRODUCT#',
  order: 'ORDER#',
  'audit entry': 'AUDIT#',
  webhook: 'WEBHOOK#',
  'recent actions': 'RECENT#',
  delivery: 'DELIVERY#',
  position: 'POSITION#',
  'idempotency record': 'IDEM#',
  'search key': 'FIND#',
  'e-mail claim': 'EMAIL#',
  'name or host claim': 'CLAIM',
  'order counter': 'COUNTER',
  'cached rates': 'RATES#',
  'request count': 'WINDOW#',
  'key secrets': 'WARM',
  'index check': 'INDEX_LAG',
} as const;

export type StoredKind = keyof typeof storedKinds;

export const kindOf = ({ sk }: { sk: string }): StoredKind | undefined =>
  (Object.keys(storedKinds) as StoredKind[]).find((kind) => sk.startsWith(storedKinds[kind]));
