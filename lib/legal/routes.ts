import { row } from '../api/route.ts';
import { LegalPatch } from './inputs.ts';

export const getLegal = () =>
  row({
    id: 'getLegal',
    summary: 'Get legal information',
    method: 'GET',
    path: '/v1/management/settings/legal',
    access: ['GetItem'],
  });

export const updateLegal = () =>
  row({
    id: 'updateLegal',
    summary: 'Update legal information',
    method: 'PATCH',
    path: '/v1/management/settings/legal',
    body: LegalPatch(),
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });
