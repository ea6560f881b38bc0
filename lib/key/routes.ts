import * as z from 'zod/mini';
import type { Route } from '../route.ts';

export const testKey = () =>
  ({
    id: 'testKey',
    summary: 'Test API key',
    caller: 'platform',
    method: 'GET',
    path: '/v1/platform/auth/test',
    status: 200,
    payload: z.strictObject({}),
    refusals: [],
  }) satisfies Route;
