import * as z from 'zod/mini';
import { removable } from '../values/optional.ts';
import { urlProblem } from './receiverAddress.ts';

export const webhookNames = ['confirm-order', 'calculate-shipping-rates'] as const;
export type WebhookName = (typeof webhookNames)[number];

export const WebhookParams = () => z.object({ name: z.enum(webhookNames) });

export const DeliveryParams = () =>
  z.object({
    name: z.literal('confirm-order', {
      error: ({ input }) => (webhookNames.some((name) => name === input) ? 'Only `confirm-order` has deliveries.' : undefined),
    }),
  });

/** Checks the text of the URL. The address itself is checked when the service connects to it. */
const webhookUrl = () =>
  z.string().check(
    z.maxLength(2048),
    z.refine((text) => urlProblem(text) === undefined, { error: (issue) => urlProblem(issue.input as string) }),
  );

export const WebhookPatch = () => z.strictObject({ url: removable(webhookUrl()) });
