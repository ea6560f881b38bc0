import type { Plan } from '../../lib/quota/quotas.ts';

/** A number of things, such as `1 order` or `2 orders`. */
export const things = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** The texts that several screens share. All others stand where they are shown. */
export const texts = {
  noScreen: 'This page does not exist, or your key does not allow you to open it.',
  unsure: 'Your change may or may not have been made. Check before you send it again.',
  allScopes: 'the whole platform interface',
  nothingToShip: 'Nothing is ready to ship.',
  owesLess: 'The customer no longer owes this amount',
  severalPrices:
    'The order has this product at several prices or tax rates. Record the return on its own, then refund or credit the line that came back.',
  maxRefund: (amount: string) => `At most ${amount} can be refunded.`,
  units: (quantity: number, name: string, returned = 0) => `${quantity} × ${name}${returned ? ` (${returned} returned)` : ''}`,

  papers: { slips: 'Packing slips', picks: 'Pick list', invoices: 'Invoices', credits: 'Credit notes' },
  shipmentStates: { ready: 'Ready', shipped: 'Shipped', delivered: 'Delivered' },
  methods: {
    cash_on_delivery: 'Cash on delivery',
    card: 'Card',
    bank_transfer: 'Bank transfer',
    paypal: 'PayPal',
    voucher: 'Voucher',
    refund: 'Refund',
  } as Record<string, string>,
  actions: {
    pay: 'Record payment',
    refund: 'Refund',
    credit: 'Credit',
    authorize: 'Authorize',
    unauthorize: 'Withdraw authorization',
    cancel: 'Cancel order',
    cancel_part: 'Cancel part',
    uncancel: 'Reopen order',
    restock: 'Restock',
    correct: 'Correct',
    annotate: 'Note and tags',
    change_address: 'Change address',
    ship: 'Ship',
    edit: 'State and tracking',
    split: 'Split',
    return: 'Record return',
    show: 'Show',
    hide: 'Hide',
  },
  /** Why an action is not possible, by error code. */
  codes: {
    order_cancelled: 'The order is cancelled.',
    order_settled: 'Nothing is due.',
    order_full: 'The order has reached one of its limits.',
    order_shipped: 'The shipping address can no longer change, because everything has shipped.',
    order_not_authorized: 'The order is not authorized.',
    nothing_to_refund: 'Nothing was paid, or everything was refunded.',
    refund_exceeds_paid: 'Everything that was paid has been refunded.',
    credit_exceeds_balance: 'Nothing is due.',
    payment_exceeds_balance: 'Nothing is due.',
    shipment_sent: 'The shipment has left.',
    shipment_exceeded: 'The shipment has only one unit.',
    shipment_ready: 'The shipment has not left yet.',
    shipment_returned: 'Units of the shipment were returned.',
    return_exceeds_sent: 'Everything has already come back.',
    insufficient_stock: 'There is not enough stock.',
    cancellation_exceeds_ready: 'Everything has left or was credited, or only one unit remains.',
  } as Record<string, string>,
  parcelOutcomes: {
    shipped: 'shipped',
    'already shipped': 'already shipped with this number',
    differs: 'has another tracking number',
    several: 'not clear which order or shipment is meant; enter the tracking number in the right order',
    'not authorized': 'not authorized',
    cancelled: 'cancelled',
    unknown: 'no such order',
    rejected: 'rejected',
  },

  customerFields: {
    first_name: 'First name',
    last_name: 'Last name',
    company: 'Company',
    email: 'E-mail address',
    phone: 'Phone',
    id: 'Customer ID',
  },
  addressFields: {
    name: 'Name',
    company: 'Company',
    line1: 'Address line 1',
    line2: 'Address line 2',
    postal_code: 'Postal code',
    city: 'City',
    region: 'Region',
    country: 'Country code',
    phone: 'Phone',
  },

  openReasons: {
    open: 'within opening hours',
    outside_opening_hours: 'outside opening hours',
    subscription_expired: 'subscription expired',
    override: 'set manually',
  },
  health: {
    ok: 'Healthy',
    failing: 'Failing',
    resting: 'Backing off after failures or slow responses',
    paused: 'Paused',
    unused: 'Not used yet',
  },
  /** Why the call of a webhook failed, by the code of its problem. */
  callProblems: {
    no_url: 'No URL is set. Set one with “Change URL”.',
    address_not_public: 'The URL leads to an address that is not public. Use a public one.',
    name_not_found: 'No address was found for the name in the URL. Check its spelling, and that its name servers respond.',
    connect_timeout: 'The receiver accepted no connection in time. Check that its firewall lets the service in.',
    connection_failed:
      'The receiver refused the connection, or closed it without a response. Check that it is running, and its port.',
    tls_failed:
      'The receiver does not speak TLS, or its certificate is not valid. Install a valid certificate with its whole chain.',
    timeout: 'The receiver did not respond in time. Make it respond faster.',
    secret_unreadable: 'The signing secret can no longer be read, so nothing was sent. Make a new secret.',
    answer_has_no_rates: 'The response contains no list of rates. Return JSON with a list named “rates”.',
  } as Record<string, string>,

  plans: {
    none: 'No override',
    trial: 'Trial',
    plan1: 'Plan 1',
    plan2: 'Plan 2',
    plan3: 'Plan 3',
    plan4: 'Plan 4',
    plan5: 'Plan 5',
  } satisfies Record<Plan | 'none', string>,
  fronts: { standard: 'Standard', flat: 'Flat' },
  subscriptions: { active: 'Active', expired: 'Expired' },
};
