// Alerts: active ones, their history; acknowledging and silencing them, saying what should run, and asking the assistant for the cause.
// Source: agent, What it acts on (Alerts).
import * as z from 'zod';
import { Alert, AlertSilence, EXPECTED_STATES, ResourceExpectation, SilenceRequest } from '../model/alert.ts';
import { PlainText } from '../model/plain-text.ts';
import { ResourceId } from '../model/resource.ts';
import { Time } from '../model/time.ts';
import { read, write } from './base.ts';

export const AlertsState = z.strictObject({
  /** Active ones: those that nobody has acknowledged or silenced first, of these the critical ones, then the oldest. */
  alerts: z.array(Alert),
  silences: z.array(AlertSilence),
  expectations: z.array(ResourceExpectation),
});

const Id = z.string().min(1).max(100);

export const alerts = {
  list: read('/alerts').output(AlertsState),
  /** Newest first, active ones among them. @param before epoch milliseconds: only what started before */
  history: read('/alert-history')
    .input(
      z.strictObject({
        resourceId: ResourceId.optional(),
        before: Time.optional(),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.strictObject({ alerts: z.array(Alert) })),
  /** Somebody sees to it: it stays listed, and neither notifies nor begins an investigation. */
  acknowledge: write('/alert-acknowledge', 'console', 'id', 'note')
    .input(z.strictObject({ id: Id, note: PlainText.trim().max(500).default('') }))
    .output(Alert),
  /** Alerts of a resource, a rule or both neither notify nor begin an investigation until then. */
  silence: write('/alert-silence', 'console', 'resourceId', 'rule', 'reason', 'until', 'minutes')
    .input(SilenceRequest)
    .output(z.array(AlertSilence)),
  endSilence: write('/alert-silence-end', 'console', 'id')
    .input(z.strictObject({ id: Id }))
    .output(z.array(AlertSilence)),
  /** Whether a resource should run; null: what its own configuration says. */
  expect: write('/resource-expectation', 'console', 'resourceId', 'expected')
    .input(z.strictObject({ resourceId: ResourceId, expected: z.enum(EXPECTED_STATES).nullable() }))
    .output(z.array(ResourceExpectation)),
  /** Begins a session of the assistant that asks for the cause. */
  investigate: write('/alert-investigate', 'memory')
    .input(z.strictObject({ id: Id }))
    .output(z.strictObject({ session: z.string() })),
};
