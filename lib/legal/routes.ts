import * as z from 'zod/mini';
import { defineRoute } from '../api/route.ts';
import { LegalPatch } from './inputs.ts';
import { Legal } from './schema.ts';

export const getLegal = () =>
  defineRoute({
    id: 'getLegal',
    summary: 'Get legal information',
    description: 'Fields without a value are null.',
    place: ['Management: tenant', 2],
    method: 'GET',
    path: '/v1/management/settings/legal',
    payload: z.object({ legal: Legal }),
    returns: 'legal',
    access: ['GetItem'],
  });

export const updateLegal = () =>
  defineRoute({
    id: 'updateLegal',
    summary: 'Update legal information',
    description: 'Changes only the given fields; an `address` replaces the whole address. Null removes a value.',
    place: ['Management: tenant', 3],
    method: 'PATCH',
    path: '/v1/management/settings/legal',
    body: LegalPatch(),
    payload: z.object({ legal: Legal }),
    returns: 'legal',
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });
