// One action on one kind of resource: what it would do, doing it, and the proof. Types, and the words several share. Used by the tables of
// actions beside it.
import type { Clock } from '../../../../shared/model/clock.ts';
import type { ActionOutcome, ActionPlan, ActionRun, Verification } from '../../provider.ts';
import type { Work } from './known-upstream.ts';

export interface Step<Target> {
  plan(target: Target, signal: AbortSignal): Promise<Omit<ActionPlan, 'path' | 'argv'>>;
  act(target: Target, run: ActionRun): Promise<ActionOutcome>;
  verify(target: Target, signal: AbortSignal): Promise<Verification>;
}

/** An action on an upstream. */
export interface UpstreamTarget extends Work {
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** An action on a model. */
export interface ModelTarget extends UpstreamTarget {
  readonly model: string;
}

export const done = (summary: string): ActionOutcome => ({ summary, exitCode: null });

/** What runs at an upstream of agents' requests, as a sentence. */
export function agentsThere({ upstream: { name, running } }: Work): string {
  if (running === 0) return `No request of an agent runs at ${name} now.`;
  return running === 1
    ? `1 request of an agent runs at ${name} now.`
    : `${running} requests of agents run at ${name} now.`;
}

const POLL_MS = 200;

/**
 * Looks again and again until it is so, or the signal's time is up.
 * @param look throws what it cannot find out; the last word is what it said last
 */
export async function pollUntil(
  clock: Clock,
  signal: AbortSignal,
  look: () => Promise<Verification>,
): Promise<Verification> {
  let last: Verification = { ok: false, evidence: 'there was no time to look' };
  while (!signal.aborted) {
    try {
      last = await look();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (last.ok) return last;
    await pause(clock, signal);
  }
  return last;
}

function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(POLL_MS, resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(cancel);
}
