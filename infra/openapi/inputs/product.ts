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
  archived: 'Archives the product, so that it can no longer be ordered, or makes it active again.',
};

export const AdjustStock = {
  adjust: 'Units to add. A negative number removes units.',
  counted: 'The units on the shelf, including those that orders have reserved. Sets `available` to the rest.',
  reason: 'Why the stock changes. It is kept in the audit log.',
};

export const GetProductsQuery = {
  archived: 'Only archived products. Without it, only active products are listed.',
  stock_below: {
    description: 'Only products whose stock is tracked and whose available units are below this number.',
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
