// Asks systemd for its services, with a fixed argument vector: all of them in one call, or one by its name. A reading of all is
// kept for a short while, so that those who measure many services ask once. Starts and stops nothing (service-actions.ts).
// Called by services.ts and service-actions.ts. Source: agent, What it acts on (host).
import type { Clock } from '../../../../../shared/model/clock.ts';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { Executor } from '../../../executor.ts';
import { isServiceName, PROPERTIES, readUnits, type Unit } from './unit.ts';

const COMMAND = { timeoutMs: 8000, maxOutputBytes: 8 * 1024 * 1024, writes: false } as const;
const SHOW = [
  'systemctl',
  'show',
  '--all',
  '--no-pager',
  `--property=${PROPERTIES.join(',')}`,
  '--',
] as const;
const FRESH_MS = 10_000;

export class Units {
  readonly #executor: Executor;
  readonly #clock: Clock;
  #kept: { at: number; units: Promise<readonly Unit[]> } | null = null;

  constructor(parts: { readonly executor: Executor; readonly clock: Clock }) {
    this.#executor = parts.executor;
    this.#clock = parts.clock;
  }

  /** Those whose unit file is there, started or not. @throws AppError UNAVAILABLE */
  async all(signal: AbortSignal): Promise<readonly Unit[]> {
    const units = this.#show('*.service', signal).then((found) =>
      found.filter(({ load }) => load !== 'not-found'),
    );
    const kept = { at: this.#clock.monotonic(), units };
    this.#kept = kept;
    units.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return units;
  }

  /** As it was a few seconds ago at most; one question for all who ask meanwhile. */
  async recent(name: string, signal: AbortSignal): Promise<Unit | null> {
    const kept = this.#kept;
    const fresh = kept && this.#clock.monotonic() - kept.at < FRESH_MS;
    // Not with the signal of whoever happens to be first: the others would be cancelled with it.
    const units = await (fresh ? kept.units : this.all(AbortSignal.timeout(COMMAND.timeoutMs)));
    signal.throwIfAborted();
    return units.find((unit) => unit.name === name) ?? null;
  }

  /** As it is now; null when systemd knows no such service. @throws AppError UNAVAILABLE */
  async one(name: string, signal: AbortSignal): Promise<Unit | null> {
    if (!isServiceName(name)) return null;
    const [unit] = await this.#show(name, signal);
    return unit && unit.load !== 'not-found' ? unit : null;
  }

  async #show(pattern: string, signal: AbortSignal): Promise<Unit[]> {
    const { exitCode, stdout, stderr } = await this.#executor.run(
      { argv: [...SHOW, pattern], ...COMMAND },
      signal,
    );
    if (exitCode === 0) return readUnits(stdout);
    const said = stderr.trim().slice(0, 300) || `it ended with ${exitCode}`;
    throw new AppError('UNAVAILABLE', `systemctl does not tell of services: ${said}`, undefined, true);
  }
}
