export const PlaceOrder = {
  lines: 'The order lines.',
  'lines.sku': 'The SKU of the product.',
  'lines.quantity': 'The number of units.',
  'lines.name': "The name to keep with the order. Defaults to the product's name.",
  'lines.price': "The price of one unit. Defaults to the product's price. Required if `currency` is not the tenant's.",
  currency: "The ISO 4217 code of the currency. Defaults to the tenant's.",
  customer: 'The customer.',
  'customer.id': "The store's own ID of the customer.",
  'customer.first_name': 'The first name.',
  'customer.last_name': 'The last name.',
  'customer.email': 'The e-mail address.',
  'customer.phone': 'The telephone number.',
  shipping_address: 'The shipping address.',
  shipping: 'The shipping method and its price.',
  'shipping.name': 'The name of the shipping method.',
  'shipping.price': 'The shipping price.',
  note: 'A note from the store or the customer.',
  authorized: 'Whether the order may be shipped. Defaults to false.',
};

export const CreatePayment = {
  total: "The amount. Negative for a refund. Defaults to the order's balance.",
  method: 'The payment method. Defaults to `cash_on_delivery`. A refund needs `refund`.',
  created: 'When the payment was made. Defaults to now.',
  transaction_data: { description: "The payment provider's data. It is returned exactly as sent.", type: 'object' },
};

export const UpdateOrder = {
  authorized: 'Whether the order may be shipped.',
  cancelled: 'Whether the order is cancelled.',
  restock: 'Releases the reserved stock of the order. Repeating it has no further effect.',
  visible: 'Whether the dashboard and the store front show the order.',
};

export const UpdateShipment = {
  state: 'The new state. The order must be authorized. Every change of state is allowed.',
  target_delivery: 'The planned delivery time. Null removes it.',
};

export const GetOrdersQuery = {
  authorized: 'Only orders that are authorized, or only those that are not.',
  cancelled: 'Only orders that are cancelled, or only those that are not.',
  visible: 'Only orders that are visible, or only those that are hidden.',
  settled: 'Only orders with a balance of 0, or only those with another balance.',
  created_from: 'Only orders placed at or after this time.',
  created_to: 'Only orders placed at or before this time.',
};
