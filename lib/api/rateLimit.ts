import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { countRequest } from '../quota/countRequest.ts';
import type { BackgroundWrites } from './backgroundWrites.ts';
import type { Auth, Event } from './call.ts';
import type { WithKey } from './keyAuth.ts';

/** Counts the request against the quota of its tenant. */
export const rateLimit = (): MiddlewareObj<Event, unknown, Error, Context, WithKey & BackgroundWrites> => ({
  before: ({ event, internal: { key, backgroundWrites } }) => {
    const limit = key.tenant && countRequest(key.tenant, key.plan, (event.auth as Auth).now);
    if (!limit) return;
    event.countResponse = limit.countResponse;
    if (limit.report) backgroundWrites.push(limit.report);
    if (limit.error) throw limit.error;
  },
});
