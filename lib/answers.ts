import type * as z from 'zod/mini';
import * as audit from './audit/schema.ts';
import * as availability from './availability/schema.ts';
import * as key from './key/schema.ts';
import * as legal from './legal/schema.ts';
import * as order from './order/schema.ts';
import * as product from './product/schema.ts';
import * as shipping from './shipping/schema.ts';
import * as tenant from './tenant/schema.ts';
import * as user from './user/schema.ts';
import * as webhook from './webhook/schema.ts';

/** The payload schema of each operation. Handlers import them only as types, so building them adds nothing to a cold start. */
const answers = {
  ...key.answers,
  ...tenant.answers,
  ...user.answers,
  ...audit.answers,
  ...order.answers,
  ...availability.answers,
  ...product.answers,
  ...shipping.answers,
  ...legal.answers,
  ...webhook.answers,
};

export type Answers = typeof answers;

export const answerOf = (operation: string) => (answers as Record<string, z.ZodMiniObject>)[operation] as z.ZodMiniObject;

export const isPaged = (operation: string) => 'next_cursor' in answerOf(operation).shape;
