// Stands in for services that are being built in this issue; goes with the last of them.
import { AppError } from '../../shared/model/envelope.ts';
import type { UpstreamsService } from '../api/services.ts';
import type { UpstreamProbe } from './upstream-probe.ts';

const later = (): never => {
  throw new AppError('UNAVAILABLE', 'not here yet');
};

export const interimUpstreams = (probe: UpstreamProbe): UpstreamsService => ({
  state: () => ({
    upstreams: [
      {
        ...{ name: 'ollama', url: probe.health.url, weight: 1, slots: null, mode: 'open' },
        ...{ ok: probe.health.ok, reason: probe.health.reason, since: probe.health.since },
        ...{ version: probe.health.version, circuit: 'closed', running: 0, offered: null },
        loaded: probe.health.models.map((name) => ({
          ...{ name, contextTokens: null, vramBytes: null, expiresAt: null },
        })),
      },
    ],
    queue: { waiting: 0, oldestMs: null, clients: [] },
  }),
  watch: () => () => {},
  setMode: later,
});
