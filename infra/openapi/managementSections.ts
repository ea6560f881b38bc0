import type { Section } from './section.ts';

export const managementSections: Section[] = [
  {
    tag: 'Management: orders',
    description: 'Place orders, look at them, authorize, cancel, hide and ship them.',
    operations: {
      getOrders: 'Highest number first. Hidden orders are listed, unless `visible` says otherwise.',
      placeOrder: 'Reserves stock for all lines or for none, and asks the webhook `confirm-order` to confirm the order.',
      getOrder: 'The key of the payload is `orders`, and holds one order.',
      updateOrder:
        'Authorizes, cancels, or shows and hides an order: what is given is applied together, in one step. `restock: true` frees the reserved stock of a cancelled order.',
      updateShipment:
        'Sets the state or the target delivery of a shipment. The state takes an authorized order; without one, nothing of the request is applied.',
    },
  },
  {
    tag: 'Management: payments',
    description: 'Record payments and refunds. They never change once recorded.',
    operations: {
      createPayment:
        'An empty body records a cash-on-delivery payment that settles the order. A refund has the method `refund` and a negative total. No payment is more than is due, and no refund more than was paid.',
    },
  },
  {
    tag: 'Management: availability',
    description: 'Whether the store takes new orders.',
    operations: {
      getAvailability: 'The present state, and why it is so.',
      overrideAvailability:
        'Overrides the automatic state, for good or until a time; null returns to it. `available` and `until` may also stand in the query.',
      getOpeningHours: 'Null where the store is always open.',
      putOpeningHours: 'In the time zone of the tenant, right across clock changes. Null: always open.',
    },
  },
  {
    tag: 'Management: products',
    description: 'The products of the store and their stock.',
    operations: {
      getProducts: 'By SKU.',
      getProduct: 'With its stock, where it is counted.',
      putProduct: 'Answers 201 where it is new, and 200 where it was there. What orders have reserved stays theirs.',
      updateProduct: 'Changes what is given and nothing else.',
      adjustStock: 'Adds to what is available, or takes away; never below 0.',
    },
  },
  {
    tag: 'Management: shipping',
    description: 'Shipping rates by the webhook `calculate-shipping-rates`.',
    operations: {
      calculateRates:
        'Asks the webhook, or answers an equal question from a 15-minute cache, or, when the webhook fails, with what it answered within the last 24 hours. A malformed rate is dropped and named.',
    },
  },
  {
    tag: 'Management: users',
    description: 'The dashboard users of the tenant.',
    operations: {
      getUsers: 'The newest first.',
      createUser: 'Permissions that are not given are false.',
      getUser: "A user of the caller's tenant.",
      updateUser: "Changes what is given and nothing else. The owner's permissions are all true and stay so.",
    },
  },
  {
    tag: 'Management: tenant',
    description: "The caller's own account and its legal information.",
    operations: {
      getOwnTenant: 'The account that the key belongs to.',
      getLegal: 'Null where nothing is set.',
      updateLegal: 'Sets what is given and nothing else; null removes it.',
    },
  },
  {
    tag: 'Management: webhooks',
    description: 'Where the store is called, how it is signed, and what came of it.',
    operations: {
      getWebhook: 'With how its receiver has been lately.',
      changeWebhook: 'The first URL makes a first secret. Null removes the URL. Setting it resumes a paused receiver.',
      replaceWebhookSecret: 'Shown this once. The former secret signs beside it for 24 hours.',
      testWebhook: 'Sends a sample at once, and tells what came of it.',
      getDeliveries: 'Of the last 30 days, the newest first.',
      redeliver: 'Starts an event anew, as if its order had just been placed.',
    },
  },
];
