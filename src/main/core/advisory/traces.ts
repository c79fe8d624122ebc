// Traces put together: the collectors that config.yaml names for profiles, and the connections to them. Prompts of a profile that stays in the operator's
// own network have a collector there, too, whatever its name leads to. Opened by ground.ts alone.

import packageJson from '../../../../package.json' with { type: 'json' };
import type { Clock } from '../../../shared/model/clock.ts';
import { EGRESS_PROFILES } from '../../advisory/brief/profile-config.ts';
import { isNearAddress } from '../../outgoing/addresses.ts';
import { guardedAgent } from '../../outgoing/get.ts';
import { post } from '../../outgoing/post.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { Traces } from '../../telemetry/traces.ts';
import type { Site } from '../site.ts';

/** How long spans that wait may still go out when the program ends; milliseconds. */
const FAREWELL_MS = 500;

/** The address that lies in `::1`, where it is read as one of IPv4. */
const LOOPBACK_WITHIN = '0.0.0.1';

/** @param resources gets everything that must be closed again. */
export function openTraces(
  { site, clock, metrics }: { readonly site: Site; readonly clock: Clock; readonly metrics: Metrics },
  resources: AsyncDisposableStack,
): Traces {
  const near = guardedAgent((address) => !isNearAddress(address) && address !== LOOPBACK_WITHIN);
  const anywhere = guardedAgent();
  const closing = new AbortController();
  const traces = new Traces({
    version: packageJson.version,
    endpoint: (profile) => site.config.current.profiles[profile]?.telemetryEndpoint ?? null,
    async send(profile, endpoint, body) {
      const letter = { headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
      const dispatcher = EGRESS_PROFILES.has(profile) ? anywhere : near;
      const status = await post(`${endpoint}/v1/traces`, letter, {
        dispatcher,
        clock,
        signal: closing.signal,
      });
      return typeof status === 'number' && status >= 200 && status < 300;
    },
    clock,
    counters: metrics,
  });
  resources.defer(async () => {
    const cancel = clock.after(FAREWELL_MS, () => closing.abort());
    await traces.close();
    cancel();
    await Promise.all([near.destroy(), anywhere.destroy()]);
  });
  return traces;
}
