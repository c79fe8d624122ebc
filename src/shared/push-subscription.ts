// A browser that asked for notifications, as its Push API describes it. Source: W3C Push API.
import * as z from 'zod';
import { Time } from './model/time.ts';

export const PushSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(2000),
  keys: z.strictObject({
    /** A point of P-256, uncompressed: 65 bytes. */
    p256dh: z.string().regex(/^[\w-]{87}$/),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

/** Without its address, which is a secret: who has it can send there. */
export const SubscribedBrowser = z.strictObject({ id: z.string(), label: z.string(), addedAt: Time });
export type SubscribedBrowser = z.infer<typeof SubscribedBrowser>;
