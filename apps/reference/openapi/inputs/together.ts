const given = (...names: string[]) => ({ required: names });
const value = (constant: boolean | string) => ({ const: constant });
const never = { not: {} };
const nothing = { enum: [null, ''] };

/** The rules of a body that involve several fields. */
export const together: Record<string, object> = {
  CreatePayment: {
    anyOf: [
      {
        title: 'Payment',
        properties: {
          total: { exclusiveMinimum: 0 },
          method: { not: value('refund') },
          credit: never,
          lines: never,
          payment: nothing,
          reason: nothing,
        },
      },
      {
        title: 'Refund of an amount',
        ...given('method'),
        properties: { total: { exclusiveMaximum: 0 }, method: value('refund'), lines: never },
        anyOf: [given('total'), { properties: { credit: value(false) } }],
      },
      {
        title: 'Refund of lines',
        ...given('method', 'lines'),
        properties: { total: { exclusiveMaximum: 0 }, method: value('refund'), credit: value(true) },
      },
    ],
  },
  CreateCredit: {
    oneOf: [
      { title: 'Credit of lines', ...given('lines') },
      { title: 'Credit of an amount', ...given('amount') },
    ],
  },
  AdjustStock: {
    oneOf: [
      { title: 'Adjust', ...given('adjust') },
      { title: 'Count', ...given('counted') },
    ],
  },
  UpdateOrder: {
    anyOf: [
      { title: 'Change', properties: { cancelled: never, restock: never } },
      { title: 'Cancel', ...given('cancelled'), properties: { cancelled: value(true), customer: never } },
      {
        title: 'Restore',
        ...given('cancelled'),
        properties: { cancelled: value(false), restock: value(false), customer: never },
      },
    ],
  },
  PutOpeningHours: {
    oneOf: [
      { title: 'Opening hours', ...given('opening_hours') },
      { title: 'Days', ...given('days') },
    ],
  },
};
