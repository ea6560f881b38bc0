/** Stored compactly, because an order can have hundreds of entries. Entries refer to `keys` by index. */
export type History = { keys: [id: string, label: string | null][]; entries: Entry[] };
export type Entry = [
  time: number,
  version: number,
  operation: string,
  key: number | null,
  actor: string | null,
  request: string | null,
  changes: Change[],
];
/** A field with its values. Payments, credits and shipments are referred to by index. */
export type Change = [field: string, from?: unknown, to?: unknown];

/** The codes under which operations are stored. */
export const codes: Record<string, string> = {
  placeOrder: 'o',
  updateOrder: 'u',
  updateShipment: 's',
  createPayment: 'p',
  createCredit: 'c',
  splitShipment: 'x',
  returnShipment: 'r',
};
