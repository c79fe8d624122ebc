// What there is to act on, live: what the providers see, what is measured, what is wrong, what is never to be touched; and asking for something to
// be done, which waits for the operator's word like anybody else's wish. Source: console, Resources; agent, What it acts on.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { Alert, AlertSilence, ResourceExpectation } from '../model/alert.ts';
import { Approval, ResourceLock } from '../model/approval.ts';
import { PlainText } from '../model/plain-text.ts';
import {
  ActionName,
  Inspection,
  LogLine,
  MetricSeries,
  ProviderState,
  Resource,
  ResourceId,
} from '../model/resource.ts';
import { read, write } from './base.ts';

export const ResourcesState = z.strictObject({
  resources: z.array(Resource),
  providers: z.array(ProviderState),
  alerts: z.array(Alert),
  silences: z.array(AlertSilence),
  expectations: z.array(ResourceExpectation),
  locks: z.array(ResourceLock),
});
export type ResourcesState = z.infer<typeof ResourcesState>;

const One = z.strictObject({ id: ResourceId });

export const resources = {
  list: read('/resources').output(ResourcesState),
  /** The state now, then whenever it changes (at most once a second). */
  watch: read('/resources-watch').output(eventIterator(ResourcesState)),
  /** One resource asked anew: what it is, how it is set up, the way to it from outside in. */
  inspect: read('/resource')
    .input(One)
    .output(
      z.strictObject({
        inspection: Inspection,
        /** From the outermost machine to what it is in. */
        within: z.array(Resource),
        /** `via node delly → lxc 141`; empty for what is right here. */
        route: z.string(),
      }),
    ),
  metrics: read('/resource-metrics')
    .input(z.strictObject({ id: ResourceId, minutes: z.number().int().min(1).max(1440).default(60) }))
    .output(z.strictObject({ series: z.array(MetricSeries) })),
  /** The last lines, then, with `follow`, more as they come. Secrets are taken out. */
  logs: read('/resource-logs')
    .input(
      z.strictObject({
        id: ResourceId,
        tail: z.number().int().min(1).max(5000).default(200),
        follow: z.boolean().default(false),
      }),
    )
    .output(eventIterator(z.strictObject({ lines: z.array(LogLine) }))),
  /** Looks at everything anew. */
  look: write('/resources-look', 'process').output(ResourcesState),
  /** Asks the registries which containers have a newer image, then looks. */
  checkImages: write('/resources-check-images', 'process').output(ResourcesState),
  /** Asks for something to be done: what comes back waits for approval, or has begun where a rule covers it. */
  propose: write('/resource-propose', 'memory')
    .input(
      z.strictObject({
        id: ResourceId,
        action: ActionName,
        arguments: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .output(Approval),
  /** Never to be touched, it and what is in it, until that is lifted. */
  lock: write('/resource-lock', 'memory')
    .input(z.strictObject({ id: ResourceId, note: PlainText.trim().max(300).default('') }))
    .output(z.array(ResourceLock)),
  unlock: write('/resource-unlock', 'memory').input(One).output(z.array(ResourceLock)),
};
