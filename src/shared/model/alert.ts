// Alerts as the console, HTTP and the assistant see them: what is wrong, since when, who has acknowledged it, what is silenced, and which resources
// should run. Source: agent, What it acts on (Alerts).
import * as z from 'zod';
import { ALERT_TITLES, type AlertRule as Rule } from '../alert-titles.ts';
import { PlainText } from './plain-text.ts';
import { ResourceId } from './resource.ts';
import { Time } from './time.ts';

export const AlertRule = z.enum(Object.keys(ALERT_TITLES) as [Rule, ...Rule[]]);
export type AlertRule = z.infer<typeof AlertRule>;

/** Alerts of a resource and of what is in it, of a rule, or of a rule there neither notify nor begin an investigation. */
export const AlertSilence = z.strictObject({
  id: z.string(),
  resourceId: ResourceId.nullable(),
  resourceName: z.string().nullable(),
  rule: AlertRule.nullable(),
  reason: z.string(),
  /** Epoch milliseconds; null: until somebody ends it. */
  until: z.number().int().nullable(),
  createdBy: z.string(),
  createdAt: z.number().int(),
});
export type AlertSilence = z.infer<typeof AlertSilence>;

export const Alert = z.strictObject({
  id: z.string(),
  /** The rule and what it is about; one alert of a key is active at a time. */
  key: z.string(),
  rule: AlertRule,
  severity: z.enum(['warning', 'critical']),
  resourceId: ResourceId.nullable(),
  resourceName: z.string(),
  /** What is wrong and what to do about it. */
  message: z.string(),
  /** The finding it is about, where the console can show it. */
  finding: z.string().optional(),
  /** Epoch milliseconds. */
  startedAt: z.number().int(),
  /** Null while it is active. */
  endedAt: z.number().int().nullable(),
  acknowledged: z.strictObject({ by: z.string(), at: z.number().int(), note: z.string() }).nullable(),
  /** The silence that covers it, of several the one that lasts longest; null where none does. */
  silence: AlertSilence.nullable(),
  /** The assistant's session that investigates it. */
  session: z.string().nullable(),
});
export type Alert = z.infer<typeof Alert>;

const LONGEST_SILENCE_MINUTES = 366 * 24 * 60;

export const SilenceRequest = z
  .strictObject({
    resourceId: ResourceId.nullable().default(null),
    rule: AlertRule.nullable().default(null),
    reason: PlainText.trim().min(1, 'give a reason').max(300),
    /** Epoch milliseconds; null: until somebody ends it. */
    until: Time.nullable().optional(),
    /** Instead of `until`: from now on. */
    minutes: z.number().min(1).max(LONGEST_SILENCE_MINUTES).optional(),
  })
  .refine(({ resourceId, rule }) => resourceId !== null || rule !== null, 'name a resource, a rule, or both')
  .refine(
    ({ until, minutes }) => (until === undefined) !== (minutes === undefined),
    'give either until (null: until somebody ends it) or minutes',
  );
export type SilenceRequest = z.infer<typeof SilenceRequest>;

/** `running`: it should run. `any`: it may be stopped. */
export const EXPECTED_STATES = ['running', 'any'] as const;

/** What the operator says of a resource, whatever its own configuration says. */
export const ResourceExpectation = z.strictObject({
  resourceId: ResourceId,
  expected: z.enum(EXPECTED_STATES),
  setBy: z.string(),
  setAt: z.number().int(),
});
export type ResourceExpectation = z.infer<typeof ResourceExpectation>;
