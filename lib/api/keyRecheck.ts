import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { authenticateAgain } from '../key/authenticate.ts';
import type { BackgroundWrites } from './backgroundWrites.ts';
import { type Event, headerOf } from './call.ts';
import { unauthorized } from './errors.ts';
import type { WithKey } from './keyAuth.ts';
import type { ServedRoute } from './route.ts';

/** Reads a cached key again, right before a write that would outlive it. */
export const keyRecheck = ({
  caller,
  outlivesKey,
}: ServedRoute): MiddlewareObj<Event, unknown, Error, Context, WithKey & BackgroundWrites> => ({
  before: ({ event, internal: { key, backgroundWrites } }) => {
    if (!outlivesKey || !key.isCached) return;
    return authenticateAgain(caller, headerOf(event, 'x-api-key'), new Date()).then((again) => {
      if (!again) throw unauthorized();
      if (again.lastUsedWrite) backgroundWrites.push(again.lastUsedWrite);
    });
  },
});
