/** The fields of a customer, in the schemas that have one. */
const customer = {
  'customer.id': "The store's own ID for the customer.",
  'customer.first_name': 'The first name.',
  'customer.last_name': 'The last name.',
  'customer.company': 'The company.',
  'customer.email': 'The e-mail address.',
  'customer.phone': 'The telephone number.',
};

export const PlaceOrder = {
  lines: 'The order lines.',
  'lines.sku': 'The SKU of the product.',
  'lines.quantity': 'The number of units.',
  'lines.name': "The name to keep with the order. Defaults to the product's name.",
  'lines.price': "The price of one unit. Defaults to the product's price. Required if `currency` is not the tenant's.",
  currency: "The ISO 4217 code of the currency. Defaults to the tenant's.",
  customer: 'The customer.',
  ...customer,
  shipping_address: 'The shipping address.',
  shipping: 'The shipping method and its price.',
  'shipping.name': 'The name of the shipping method.',
  'shipping.price': 'The shipping price.',
  note: 'A note from the store or the customer.',
  authorized: 'Whether the order may be shipped. Defaults to false.',
};

export const CreatePayment = {
  total: "The amount. Negative for a refund. Defaults to the order's balance.",
  method: 'The payment method. Defaults to `cash_on_delivery`. For a refund, send `refund`.',
  created: 'When the payment was made. Defaults to now.',
  transaction_data: { description: "The payment provider's data. It is returned exactly as sent.", type: 'object' },
  credit:
    'Only for refunds. `true` also reduces what the order costs by this amount, so that the amount does not become due again. Defaults to true if `lines` are sent, otherwise to false.',
  lines: 'Only for refunds: the lines that are refunded. The total defaults to their price.',
  'lines.line': "The position of the line in the order's lines, from 0.",
  'lines.quantity': 'The number of units.',
  payment: 'Only for refunds: the ID of the payment to refund. Refunds of a payment cannot exceed it.',
  reason: 'Only for refunds: the reason.',
};

export const CreateCredit = {
  lines: 'The lines to credit. Send either these or `amount`.',
  'lines.line': "The position of the line in the order's lines, from 0.",
  'lines.quantity': 'The number of units.',
  amount: 'The amount to take off. Send either this or `lines`.',
  reason: 'The reason.',
};

export const UpdateOrder = {
  authorized: 'Whether the order may be shipped.',
  cancelled: 'Whether the order is cancelled.',
  restock: 'Releases the reserved stock of the order. Repeating it has no further effect.',
  visible: 'Whether the dashboard and the store front show the order.',
  customer: 'Replaces the whole customer. Null removes it. It cannot be combined with `cancelled`.',
  ...customer,
  shipping_address: 'Replaces the whole shipping address. Null removes it. It can be changed while any shipment is `ready`.',
  note: 'Replaces the note. Null removes it.',
};

export const UpdateShipment = {
  state:
    'The new state. The order must be authorized. Any state can follow any other, but the shipments of a cancelled order cannot leave `ready`.',
  target_delivery: 'The planned delivery time. Null removes it.',
  carrier: 'The carrier. Null removes it.',
  tracking_number: "The carrier's tracking number. Null removes it.",
  tracking_url: 'The URL at which the customer can follow the shipment. Null removes it.',
};

export const SplitShipment = {
  from: 'The ID of the shipment to take the units from.',
  lines: 'The units to move. At least one unit must stay in the shipment.',
  'lines.sku': 'The SKU of the product.',
  'lines.quantity': 'The number of units.',
};

export const ReturnShipment = {
  lines: 'The returned units. Defaults to all units that have not been returned yet.',
  'lines.sku': 'The SKU of the product.',
  'lines.quantity': 'The number of units.',
  restock:
    'Whether to make the units available again. Defaults to true. Has no effect on products whose stock was not tracked when the order was placed.',
  reason: 'Why the goods were returned.',
};

export const GetOrdersQuery = {
  authorized: 'Only orders that are authorized, or only those that are not.',
  cancelled: 'Only orders that are cancelled, or only those that are not.',
  visible: 'Only orders that are visible, or only those that are hidden.',
  settled: 'Only orders with a balance of 0, or only those with another balance.',
  shipment_state: 'Only orders with a shipment in this state.',
  created_from: 'Only orders placed at or after this time.',
  created_to: 'Only orders placed at or before this time.',
  updated_from:
    'All orders that changed at or after this time, oldest change first. Next time, send `synced_until` as `updated_from`. It can be combined only with `limit`.',
  q: 'Finds orders by the customer: a whole e-mail address, the end of a phone number (7 digits or more), or the beginning of a name or company. Digits also find the order with this number, with or without a leading `#`. Case, accents and punctuation do not matter.',
};
