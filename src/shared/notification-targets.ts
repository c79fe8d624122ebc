// Where notifications go: an address without anything that would be a secret, with names of environment variables that are there for nothing else, so that
// no other variable can be sent anywhere; and a browser that asked for them, as its Push API describes it (W3C Push API). Read by model/settings.ts.
import * as z from 'zod';
import { Time } from './model/time.ts';

/** Why nothing is called out to there, as a sentence; null when it may be. */
function addressProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return 'an http or https address';
  if (url.username || url.password) return 'an address without a user name or password';
  if (url.search || url.hash) return 'an address without a query or fragment: those often hold a secret';
  return null;
}

/** Empty: nothing is called out there. */
export const CalloutAddress = z
  .string()
  .trim()
  .max(2000)
  .superRefine((text, context) => {
    const problem = text === '' ? null : addressProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .default('');

/** The name of an environment variable. @param usual its name where nobody says another */
export const CalloutVariable = (usual: string) =>
  z
    .string()
    .regex(
      /^FESTINGER_CALLOUT_[A-Z0-9_]{1,60}$/,
      'the name of an environment variable that begins with FESTINGER_CALLOUT_',
    )
    .default(usual);

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
