import type { Section } from './section.ts';

export const managementSections: Section[] = [
  {
    tag: 'Management: orders',
    description: 'Place, view, authorize, cancel, hide and ship orders.',
    operations: {
      getOrders:
        'Lists orders, highest number first. Hidden orders are included unless you filter by `visible`. With `q`, a page has at most 100 orders; those found by name are sorted by name, all others newest first.',
      placeOrder:
        'Reserves stock for all lines or for none. If the webhook `confirm-order` has a URL, the order is then sent to it.',
      getOrder: 'Returns one order in `orders`.',
      updateOrder:
        'Authorizes, cancels, shows or hides an order, or corrects its customer, address or note. All changes in a request are applied together. `restock: true` releases the reserved stock of a cancelled order.',
      getHistory:
        'Lists the changes to an order, newest first, with the key and the actor that made each. Payments, credits, splits and returns are kept forever. Only the newest 300 other changes, up to 32 KB, are kept, or fewer if the order is very large.',
      getActions:
        'Lists all actions on an order and whether each is allowed now. If not, `code` is the error that the request would return. `max` is the most that the request accepts.',
      updateShipment:
        'Changes the state, the target delivery time or the tracking details of a shipment. Changing the state requires an authorized order; otherwise nothing in the request is applied.',
      splitShipment:
        'Moves units from a `ready` shipment to a new one, for example, for a second parcel. The new shipment is also `ready`.',
      returnShipment:
        'Records returned goods and, by default, makes them available again. It records no money: create a refund or a credit for that.',
    },
  },
  {
    tag: 'Management: payments',
    description: 'Record payments, refunds and credits. They never change once recorded.',
    operations: {
      createPayment:
        'An empty body settles the order with cash on delivery. A refund has the method `refund` and a negative total. A payment cannot exceed the balance, and a refund cannot exceed what was paid. A refund with `credit` or `lines` is for goods that came back or a price that was lowered: the refunded amount does not become due again.',
      createCredit:
        'Lowers what the order costs before it is paid, for example, for goods that were refused at the door. The balance cannot fall below 0.',
    },
  },
  {
    tag: 'Management: availability',
    description: 'Control whether the store accepts new orders.',
    operations: {
      getAvailability: 'Returns whether the store accepts new orders, and why.',
      overrideAvailability:
        'Overrides the automatic state until a given time, or until the override is removed. Null removes it. `available` and `until` can also be sent in the query.',
      getOpeningHours: 'Returns null if the store is always open.',
      putOpeningHours:
        "Times are in the tenant's time zone and follow daylight saving time. Null means that the store is always open.",
    },
  },
  {
    tag: 'Management: products',
    description: 'Manage products and their stock.',
    operations: {
      getProducts: 'Lists products, sorted by SKU. Archived products are listed only with `archived=true`.',
      getProduct: 'Returns one product with its stock.',
      putProduct:
        'Returns 201 for a new product and 200 for a replaced one. With `If-None-Match: *`, it never replaces a product. Stock that orders have reserved does not change, and an archived product stays archived.',
      updateProduct: 'Changes only the given fields.',
      adjustStock:
        'Send either `adjust`, to add or remove available units, or `counted`, after counting the stock. The available units cannot become negative.',
    },
  },
  {
    tag: 'Management: shipping',
    description: 'Get shipping rates from the webhook `calculate-shipping-rates`.',
    operations: {
      calculateRates:
        'Asks the webhook for shipping rates. A response is reused for identical requests for 15 minutes, and for up to 24 hours while the webhook fails. Invalid rates are dropped and listed.',
    },
  },
  {
    tag: 'Management: users',
    description: 'Manage the dashboard users of the tenant.',
    operations: {
      getUsers: 'Lists users, newest first.',
      createUser: 'Permissions default to false. The e-mail address must be unique in the tenant.',
      getUser: "Returns one of the tenant's users.",
      updateUser: 'Changes only the given fields. The owner cannot be deactivated or lose a permission.',
    },
  },
  {
    tag: 'Management: tenant',
    description: "View the tenant's own account, and manage its legal information.",
    operations: {
      getOwnTenant: 'Returns the tenant that the key belongs to.',
      getLegal: 'Fields without a value are null.',
      updateLegal: 'Changes only the given fields. Null removes a value.',
    },
  },
  {
    tag: 'Management: keys',
    description: "Issue and revoke the tenant's own keys.",
    operations: {
      getOwnKeys: 'Lists the keys, newest first. Revoked keys stay listed, with the time in `revoked`.',
      issueOwnKey:
        'Issues a key that has at most the scopes of your own key and expires no later than your own key. By default, it has the same scopes and expiry. `secret` is shown only once and not stored. A replay with the same Idempotency-Key returns null as `secret`.',
      revokeOwnKey:
        'The key stops working everywhere within 30 seconds. A key can revoke itself. Keys that it issued keep working.',
    },
  },
  {
    tag: 'Management: audit log',
    description: 'See who changed what in the store, and when.',
    operations: {
      getOwnAudit:
        "Lists changes to the tenant and to its products, stock, users, settings, webhooks and keys, newest first. It includes changes made by the platform. A new entry may take a second to appear. Entries never change and are never deleted. Changes to orders are in each order's history.",
    },
  },
  {
    tag: 'Management: webhooks',
    description: 'Set webhook URLs and signing secrets, and follow the deliveries.',
    operations: {
      getWebhook: 'Returns the URL and the recent health of its receiver.',
      changeWebhook:
        'The first URL creates the first signing secret. Null removes the URL. Setting a URL resumes a paused receiver.',
      replaceWebhookSecret: 'The new secret is shown only once. For 24 hours, calls are signed with both secrets.',
      testWebhook:
        'Sends a signed sample now and returns the result, at most 10 times a minute. A success ends a back-off, so the waiting deliveries are sent.',
      getDeliveries: 'Lists the deliveries of the last 30 days, newest first.',
      redeliver:
        'Restarts the delivery with a full set of attempts. This ends a back-off, so a `resting` receiver is called at once and its waiting deliveries are sent.',
      redeliverAll:
        'Restarts up to 500 failed or waiting deliveries, oldest first, each with a full set of attempts. This ends a back-off. To restart more, send `next_cursor` as `cursor` until it is null. A repeated request restarts only deliveries that are still in that state.',
    },
  },
];
