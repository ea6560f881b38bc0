import { defineRoute } from '../api/route.ts';
import { RatesRequest } from './inputs.ts';
import { Rates } from './schema.ts';

export const calculateRates = () =>
  defineRoute({
    id: 'calculateRates',
    summary: 'Calculate shipping rates',
    description:
      'Asks the webhook for shipping rates. A response is reused for identical requests for 15 minutes, and for up to 24 hours while the webhook fails. Invalid rates are dropped and listed.',
    place: ['Management: shipping', 1],
    method: 'POST',
    path: '/v1/management/shipping/rates/',
    scope: 'orders:read',
    narrowerScopes: ['orders:place'],
    body: RatesRequest(),
    payload: Rates,
    access: ['BatchGetItem', 'PutItem', 'UpdateItem', 'read webhook keys', 'call receiver'],
  });
