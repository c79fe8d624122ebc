// What there is to say about an upstream, worst first, and whether they are worth a panel of their own. Pure.
import type { UpstreamState } from '../../../../shared/model/upstream.ts';

export type Condition = 'draining' | 'paused' | 'down' | 'resting' | 'tried' | 'well';

/** What the operator ordered comes before what happened. */
export function conditionOf({ mode, ok, circuit }: UpstreamState): Condition {
  if (mode !== 'open') return mode;
  if (!ok) return 'down';
  if (circuit === 'open') return 'resting';
  return circuit === 'half_open' ? 'tried' : 'well';
}

export const TONE: Readonly<Record<Condition, 'ok' | 'wait' | 'bad'>> = {
  well: 'ok',
  tried: 'wait',
  resting: 'bad',
  down: 'bad',
  paused: 'wait',
  draining: 'wait',
};

/** One upstream that is well says nothing that the parts do not say. */
export const worthShowing = (upstreams: readonly UpstreamState[]): boolean =>
  upstreams.length > 1 || upstreams.some((one) => conditionOf(one) !== 'well');
