// The upstreams of this process: the pool over what config.yaml names, live. An edit opens and closes upstreams while
// requests go on; the operator's modes are logged with who set them.
import type { Clock } from '../../shared/model/clock.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { UpstreamState } from '../../shared/model/upstream.ts';
import { UpstreamPool } from '../proxy/pool/upstream-pool.ts';
import type { ConfigSource, UpstreamSetting } from '../settings/config.ts';
import type { Log } from '../telemetry/log.ts';

export interface UpstreamParts {
  /** Those wanted now; the command line's and the demo's never change. */
  readonly wanted: () => readonly UpstreamSetting[];
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
  const { wanted, config, settings, limitOf, onWaited, onChange, clock, log } = parts;
  const pool = new UpstreamPool({
    ...{ upstreams: wanted(), clock, limitOf, onWaited, onChange },
    maxWaiting: () => settings().queue_max_waiting,
    onHealth(upstream, reason) {
      if (reason === null) log.info({ upstream }, 'an upstream answers');
      else log.warn({ upstream, reason }, 'an upstream does not answer any more');
    },
  });
  let inForce = JSON.stringify(wanted());
  config.onChange(() => {
    const next = JSON.stringify(wanted());
    if (next === inForce) return;
    inForce = next;
    pool.configure(wanted());
    log.info({ upstreams: pool.names }, 'upstreams changed in config.yaml');
  });
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
