export const PutProduct = {
  name: 'The name of the product.',
  price: "The price of one unit, in the tenant's currency.",
  stock: 'The units available to order. Reserved units do not change. Null stops tracking stock.',
  weight: 'The weight of one unit in grams. Null if unknown.',
};

export const UpdateProduct = {
  name: 'The name of the product.',
  price: "The price of one unit, in the tenant's currency.",
  weight: 'The weight of one unit in grams. Null removes it.',
  archived: 'Whether the product is archived. An archived product cannot be ordered.',
};

export const AdjustStock = {
  adjust: 'Units to add. A negative number removes units.',
  counted:
    'The number of units in stock, including those reserved for orders. `available` becomes `counted` minus the reserved units.',
  reason: 'Why the stock changes. Stored in the audit log.',
};

export const GetProductsQuery = {
  archived: 'Whether to list archived products instead of active ones. Defaults to false.',
  stock_below: {
    description: 'Only products with tracked stock and fewer available units than this.',
    type: 'integer',
    minimum: 0,
  },
};

export const CalculateRates = {
  destination: 'The shipping address.',
  lines: 'The products to ship.',
  'lines.sku': 'The SKU of the product.',
  'lines.quantity': 'The number of units.',
  'lines.price': "The price of one unit. Defaults to the product's price. Required if `currency` is not the tenant's.",
  currency: "The ISO 4217 code of the currency. Defaults to the tenant's.",
};

export const CalculateShippingRatesAnswer = {
  rates: 'The available shipping rates. The list may be empty.',
  'rates.id': 'Your ID for the rate. It must be unique in the response.',
  'rates.name': 'The name to show to customers.',
  'rates.price': 'The shipping price.',
  'rates.currency': "The currency. If given, it must be the request's currency.",
  'rates.description': 'A longer description.',
  'rates.min_days': 'The minimum number of days until delivery.',
  'rates.max_days': 'The maximum number of days until delivery.',
};
