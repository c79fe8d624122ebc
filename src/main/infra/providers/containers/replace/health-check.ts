// Waits until a container that was started is healthy: by its own health check, within the time that check allows itself; without one, once it has run for
// a while without a restart. Podman leaves the checks to systemd, so they are run through its API here. Used by replace-container.ts.
import * as z from 'zod';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { Engine } from '../engine.ts';
import { oneLine } from '../engine-error.ts';
import { wait } from '../wait.ts';
import { type ImageDefaults, wholeHealthcheck } from './image-setup.ts';

export interface HealthPace {
  /** Between two looks, ms. */
  readonly againMs: number;
  /** How long one without a health check has to run, ms. */
  readonly steadyMs: number;
}

export const HEALTH_PACE: HealthPace = { againMs: 1000, steadyMs: 10_000 };
/** Longest that a health check is waited for, whatever it allows itself, ms. */
const LONGEST_MS = 10 * 60_000;
const CHECK_MS = 60_000;

const Health = z.object({
  State: z.object({
    Status: z.string(),
    ExitCode: z.number().nullish(),
    Error: z.string().nullish(),
    StartedAt: z.string().nullish(),
    Health: z
      .object({
        Status: z.string().nullish(),
        Log: z.array(z.object({ Output: z.string().nullish() })).nullish(),
      })
      .nullish(),
  }),
  RestartCount: z.number().nullish(),
  Config: z.object({ Healthcheck: z.custom<ImageDefaults['Healthcheck']>().nullish() }),
});
type Health = z.infer<typeof Health>;

/**
 * @param onPodman its checks are run from here
 * @returns what was seen, as evidence
 * @throws AppError EXECUTION_FAILED with why it is not well, CANCELLED
 */
export async function waitUntilHealthy(
  engine: Engine,
  id: string,
  { pace, onPodman, signal }: { pace: HealthPace; onPodman: boolean; signal: AbortSignal },
): Promise<string> {
  const began = Date.now();
  const first = await look(engine, id, signal);
  const check = first.Config.Healthcheck;
  const hasCheck = Boolean(check?.Test?.length && check.Test[0] !== 'NONE');
  const limit = hasCheck ? longestOf(check) : pace.steadyMs;
  for (let seen = first; ; seen = await look(engine, id, signal)) {
    const problem = problemOf(seen, first);
    if (problem !== null) throw unhealthy(problem);
    if (hasCheck && seen.State.Health?.Status === 'healthy') return 'its health check passes';
    if (Date.now() - began >= limit) {
      if (!hasCheck) return `it has run for ${Math.round(limit / 1000)} s without a restart`;
      throw unhealthy(`its health check did not pass within ${Math.round(limit / 1000)} s`);
    }
    await wait(Math.min(pace.againMs, Math.max(limit - (Date.now() - began), 50)), signal);
    if (hasCheck && onPodman) await runCheck(engine, id, signal);
  }
}

const unhealthy = (why: string): AppError => new AppError('EXECUTION_FAILED', why);

function problemOf({ State, RestartCount }: Health, first: Health): string | null {
  if (State.Health?.Status === 'unhealthy') {
    const said = oneLine(State.Health.Log?.at(-1)?.Output ?? '');
    return `its health check fails${said ? `: ${said}` : ''}`;
  }
  if (State.Status !== 'running')
    return `it is ${State.Status} with exit code ${State.ExitCode ?? 0}${State.Error ? `: ${oneLine(State.Error)}` : ''}`;
  const again = (RestartCount ?? 0) > (first.RestartCount ?? 0) || State.StartedAt !== first.State.StartedAt;
  return again ? 'it ended and was started again' : null;
}

/** As long as its start and every try may take. */
function longestOf(check: ImageDefaults['Healthcheck']): number {
  const { Interval, Timeout, StartPeriod, Retries } = wholeHealthcheck(check);
  return Math.min((StartPeriod + (Interval + Timeout) * (Retries + 1)) / 1e6, LONGEST_MS);
}

const look = (engine: Engine, id: string, signal: AbortSignal): Promise<Health> =>
  engine.ask({ method: 'GET', path: `/containers/${id}/json` }, Health, signal);

/** One that has ended meanwhile is seen by the next look. */
async function runCheck(engine: Engine, id: string, signal: AbortSignal): Promise<void> {
  const path = `/v4.0.0/libpod/containers/${id}/healthcheck`;
  await engine
    .ask({ method: 'GET', path }, z.unknown(), signal, CHECK_MS)
    .catch(() => signal.throwIfAborted());
}
