// Every host that is reached over ssh, by name, and how one is reached through another. Closed by core with everything else.
// Called by open-executors.ts and the ssh provider. Source: agent, What it acts on.
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { SshHost } from './ssh-config.ts';
import { SshLink } from './ssh-link.ts';
import type { Environment } from './ssh-login.ts';

export interface SshLinksParts {
  readonly clock: Clock;
  /** Where passphrases and the agent's socket are named. */
  readonly environment: Environment;
  readonly idleMs?: number;
  readonly connectMs?: number;
}

const DEFAULTS = { idleMs: 60_000, connectMs: 10_000, keepaliveMs: 15_000 } as const;

export class SshLinks {
  readonly #links = new Map<string, SshLink>();

  /** @param hosts checked by `SshHosts`: names are of their own, `via` names one of them and never a circle */
  constructor(hosts: readonly SshHost[], parts: SshLinksParts) {
    for (const host of hosts) {
      const through = async (signal: AbortSignal) =>
        host.via === undefined ? null : await this.to(host.via).forward(host.address, host.port, signal);
      this.#links.set(host.name, new SshLink(host, { ...DEFAULTS, ...parts, through }));
    }
  }

  get all(): readonly SshLink[] {
    return [...this.#links.values()];
  }

  /** @throws AppError UNAVAILABLE */
  to(name: string): SshLink {
    const link = this.#links.get(name);
    if (link === undefined)
      throw new AppError('UNAVAILABLE', `no host "${name}" is configured; add it to hosts in config.yaml`);
    return link;
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((link) => link.close()));
  }
}
