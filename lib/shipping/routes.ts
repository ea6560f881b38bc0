import { row } from '../api/route.ts';
import { RatesRequest } from './inputs.ts';

export const calculateRates = () =>
  row({
    id: 'calculateRates',
    summary: 'Calculate shipping rates',
    method: 'POST',
    path: '/v1/management/shipping/rates/',
    scope: 'orders:read',
    body: RatesRequest(),
    access: ['BatchGetItem', 'PutItem', 'UpdateItem', 'call receiver'],
  });
