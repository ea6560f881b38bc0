import type { Words } from './word.ts';

const integer = 'integer';

/** What the fields of webhooks and of the calls to them mean. */
export const webhookWords: Words = {
  'Webhook.name': 'Which of the two it is.',
  url: 'Where it is called; null where it is not.',
  'ChangeWebhook.url': 'Where to call it: https, and a public address. Null or an empty text removes it.',
  secret_last_four: 'The last four characters of the signing secret; null before there is one.',
  'ReplaceWebhookSecretAnswer.secret': 'The new signing secret, shown this once.',
  health: 'How its receiver has been lately.',
  'WebhookHealth.state':
    '`ok`; `failing` since the latest call; `resting` while it is left alone; `paused` after it answered 410; `unused` before the first call.',
  last_success: 'When a call last went well.',
  last_failure: 'When a call last failed.',
  failures_in_a_row: { description: 'How many calls failed since one went well.', type: integer, minimum: 0 },
  test: 'What came of the call.',
  ok: 'Whether the receiver took it.',
  status: { description: 'The status of the answer; null where none came.', type: integer },
  duration_ms: 'How long it took, in milliseconds.',
  problem: 'What went wrong, in one word; null where nothing did.',
  deliveries: 'The deliveries of the last 30 days, newest first.',
  'Delivery.order': 'The number of the order.',
  'Delivery.state':
    '`pending` until it is `delivered` or `failed`; `waiting` while there is no URL, or the receiver is paused.',
  due: 'When the next attempt is due; null where there is none.',
  attempts: 'The latest attempts, 20 at most, first one first.',
  answer: 'How the answer begins, or why there was none.',
  data: 'What it is about.',
  'ConfirmOrder.type': 'What is asked.',
  'CalculateShippingRates.type': 'What is asked.',
  'ConfirmOrder.id': 'The id of the event, the same in every attempt.',
  'CalculateShippingRates.id': 'The id of the question.',
  'ConfirmOrder.tenant': 'The id of the tenant.',
  'CalculateShippingRates.tenant': 'The id of the tenant.',
  'ConfirmOrder.created': 'When the order was placed.',
  'CalculateShippingRates.created': 'When the question was asked.',
  'ConfirmOrder.test': 'Only in a sample that was asked for.',
  'CalculateShippingRates.test': 'Only in a sample that was asked for.',
  'ConfirmOrderAnswer.authorized': 'Sets `authorized` of the order, unless somebody has set it since it was placed.',
  'CalculateShippingRatesAnswer.rates.currency': 'Must be the currency of the question, where it is given.',
  'CalculateShippingRatesAnswer.rates.id': 'Your id of it, unlike that of every other rate in the answer.',
  'CalculateShippingRatesAnswer.rates.name': 'The name to show.',
  'CalculateShippingRatesAnswer.rates.price': 'What it costs.',
};
