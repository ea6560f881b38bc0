/** A simple model of the contract for orders. Amounts are whole minor units. */
export type Order = {
  number: string;
  version: number;
  lines: Line[];
  total: number;
  /** What refunds, credits and cancelled parts took off the total. */
  credited: number;
  payments: Payment[];
  customer: string | null;
  address: string | null;
  note: string | null;
  /** Its history has texts of its customer, address or note. */
  hasTexts: boolean;
  authorized: boolean;
  cancelled: boolean;
  visible: boolean;
  shipments: Shipment[];
};
/** `creditedUnits` counts what refunds and credits named. */
type Line = { sku: string; quantity: number; price: number; creditedUnits: number; cancelledUnits: number };
export type LineUnits = { line: number; quantity: number };
export type Payment = {
  id: string;
  total: number;
  balance_after: number;
  credit: boolean;
  lines: LineUnits[] | null;
  payment: string | null;
  reason: string | null;
};

export type Shipment = {
  id: string;
  state: State;
  carrier: string | null;
  /** `isCounted` tells whether the order took these units from stock when it was placed. */
  lines: { sku: string; quantity: number; returned: number; isCounted: boolean }[];
  /** Where its counted units are, apart from those that were returned. */
  holding: Holding;
};
export type State = 'ready' | 'shipped' | 'delivered';
export type Holding = 'reserved' | 'freed' | 'gone';

/** A response, with the part of its resource that the model covers. */
export type Outcome = { status: number; code?: string; short?: string[]; max?: number; replayed?: true; resource?: object };

export const rejected = (code: string, details: object = {}): Outcome => ({ status: 409, code, ...details });
export const notFound: Outcome = { status: 404, code: 'not_found' };
export const invalid: Outcome = { status: 400, code: 'invalid_request' };
export const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

export const moneyIn = (payments: Payment[]) => sum(payments.map(({ total }) => total));

export const balanceOf = ({ cancelled, total, credited, payments }: Order) =>
  (cancelled ? 0 : total - credited) - moneyIn(payments);

export const shipmentView = ({ holding, lines, ...shipment }: Shipment) => ({
  ...shipment,
  lines: lines.map(({ isCounted, ...line }) => line),
});

export const shipmentOf = ({ shipments }: Order, id: string) => shipments.find((each) => each.id === id) as Shipment;

export function orderView({ lines, shipments, hasTexts, ...order }: Order) {
  const paid = sum(order.payments.map(({ total }) => Math.max(total, 0)));
  return {
    ...order,
    lines: lines.map(({ creditedUnits, cancelledUnits, ...line }, i) => ({
      ...{ ...line, line: i },
      ...{ cancelled: cancelledUnits, credited: creditedUnits },
    })),
    shipments: shipments.map(shipmentView),
    paid,
    refunded: paid - moneyIn(order.payments),
    balance: balanceOf({ lines, shipments, hasTexts, ...order }),
  };
}

export type Product = { price: number; counted: boolean; available: number; reserved: number };
export type Products = Record<string, Product>;
export type Units = Record<string, number>;

export const productView = ({ price, counted, available, reserved }: Product) => ({
  price,
  stock: counted ? { available, reserved } : null,
});

/** The units of each product. */
export function perProduct(lines: { sku: string; quantity: number }[]): Units {
  const units: Units = {};
  for (const { sku, quantity } of lines) units[sku] = (units[sku] ?? 0) + quantity;
  return units;
}

/** The SKUs with too little stock. */
export const shortOf = (units: Units, products: Products): string[] =>
  Object.keys(units)
    .sort()
    .filter((sku) => products[sku]?.counted && products[sku].available < (units[sku] as number));

/** Changes the available and reserved units. The available units of an uncounted product do not change. */
export function move(units: Units, products: Products, direction: { available?: number; reserved: number }): void {
  for (const [sku, count] of Object.entries(units)) {
    const product = products[sku] as Product;
    if (product.counted) product.available += count * (direction.available ?? 0);
    product.reserved += count * direction.reserved;
  }
}
