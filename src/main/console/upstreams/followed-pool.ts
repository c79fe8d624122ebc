// The upstreams of this process: the pool over what config.yaml names and the console holds, live. A change of either opens and closes
// upstreams while requests go on, whichever process made it. Opened by proxy-side.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { UpstreamState } from '../../../shared/model/upstream.ts';
import { UpstreamPool } from '../../proxy/pool/upstream-pool.ts';
import type { ConfigSource } from '../../settings/config.ts';
import type { Log } from '../../telemetry/log.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';

export interface UpstreamParts {
  readonly registry: Pick<UpstreamRegistry, 'wanted' | 'onChange'>;
  readonly config: Pick<ConfigSource, 'onChange'>;
  readonly settings: () => Settings;
  /** How many prompts a client may have on their way at once; null for any number. */
  readonly limitOf: (client: string) => number | null;
  readonly onWaited: (ms: number) => void;
  readonly onChange: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a start waits to hear which upstream has which models. */
const FIRST_LOOK_MS = 1000;

export interface FollowedPool {
  readonly pool: UpstreamPool;
  /** Resolves once it is known which of several upstreams has which models, or soon after the start anyway. */
  seen(): Promise<void>;
}

/** Opens the pool. */
export function openUpstreams(parts: UpstreamParts): FollowedPool {
  const { registry, config, settings, limitOf, onWaited, onChange, clock, log } = parts;
  const wanted = () => registry.wanted();
  const pool = new UpstreamPool({
    ...{ upstreams: wanted(), clock, limitOf, onWaited, onChange },
    maxWaiting: () => settings().queue_max_waiting,
    onHealth(upstream, reason) {
      if (reason === null) log.info({ upstream }, 'an upstream answers');
      else log.warn({ upstream, reason }, 'an upstream does not answer any more');
    },
  });
  let inForce = JSON.stringify(wanted());
  const follow = () => {
    const next = JSON.stringify(wanted());
    // What is stored and not used may have changed all the same: who watches is told.
    pool.configure(wanted());
    if (next !== inForce) log.info({ upstreams: pool.names }, 'upstreams changed');
    inForce = next;
  };
  config.onChange(follow);
  registry.onChange(follow);
  return {
    pool,
    async seen() {
      if (pool.names.length === 1) return;
      await new Promise<void>((resolve) => {
        const cancel = clock.after(FIRST_LOOK_MS, resolve);
        void pool.look().then(cancel).then(resolve);
      });
    },
  };
}

/** Why agents cannot be served at all, for `/readyz`; null when at least one upstream is well. */
export function noneWell(upstreams: readonly UpstreamState[]): string | null {
  if (upstreams.some(({ ok }) => ok)) return null;
  return upstreams.map(({ url, reason }) => `The upstream ${url} does not answer: ${reason}.`).join(' ');
}
