// A request's time as consecutive phases for the one horizontal bar. Pure.
import type { TrafficRow } from '../../../../shared/model/traffic.ts';

export const PHASES = ['added', 'queued', 'firstByte', 'tokens'] as const;
export type Phase = (typeof PHASES)[number];

export interface PhaseTime {
  readonly phase: Phase;
  readonly ms: number;
}

/**
 * Phases in order, without those that took no time. `firstByteMs` and `totalMs` count from the request's arrival, so
 * each phase is what remains after the ones before it; a request without a first byte has no token phase.
 */
export function phasesOf({ addedMs, queuedMs, firstByteMs, totalMs }: TrafficRow['timings']): PhaseTime[] {
  const own = addedMs + queuedMs;
  const first = Math.max(0, (firstByteMs ?? totalMs ?? own) - own);
  const tokens =
    firstByteMs === null || totalMs === null ? 0 : Math.max(0, totalMs - Math.max(firstByteMs, own));
  const times: Record<Phase, number> = { added: addedMs, queued: queuedMs, firstByte: first, tokens };
  return PHASES.map((phase) => ({ phase, ms: times[phase] })).filter(({ ms }) => ms > 0);
}
