// The state of the program as one answer: which parts are well, why not, and what to try. Tells watchers when it
// changed, at most once a second. Source: console, Overview.

import type { Clock } from '../../shared/model/clock.ts';
import type { ChosenModel } from '../../shared/model/language-model.ts';
import { type Component, SERIES, type Series, type SystemStatus } from '../../shared/model/status.ts';
import type { TrafficRow } from '../../shared/model/traffic.ts';
import type { UpstreamState } from '../../shared/model/upstream.ts';
import { Watched } from '../streams/watched.ts';
import type { MinuteSeries } from './minute-series.ts';
import { upstreamComponent } from './upstream-component.ts';

/** Where the answer's pieces come from. */
export interface StatusSources {
  /** Takes in what has happened and was not counted yet. */
  readonly settle: () => void;
  readonly version: string;
  /** While what the demo brought is here. */
  readonly demo: () => boolean;
  readonly baseUrl: () => string;
  /** In the order of the configuration. */
  readonly upstreams: () => readonly UpstreamState[];
  readonly configProblem: () => string | null;
  readonly restartNeeded: () => string | null;
  readonly databaseLabel: string;
  readonly database: () => DatabaseState;
  readonly cutPrompts: () => SystemStatus['cutPrompts'];
  readonly counts: () => SystemStatus['counts'];
  readonly bodiesKept: () => boolean;
  readonly firstCalls: () => SystemStatus['firstCalls'];
  readonly firstRun: () => boolean;
  /** Models that settings name and that are not there. */
  readonly modelsMissing: () => readonly ChosenModel[];
  /** What holds durable jobs that wait; empty when nothing does. */
  readonly jobsHeld: () => readonly {
    /** `3 facts wait`. */
    readonly waiting: string;
    readonly reason: string;
    readonly fix: string;
  }[];
}

/** The database as the change feed sees it. */
export interface DatabaseState {
  /** Why it does not answer or takes no writes; null when all is well. */
  readonly problem: string | null;
  /** Whether the problem ends by itself once its cause does. */
  readonly endsByItself: boolean;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly lastLookAt: number | null;
  /** Events of other processes that are not taken in yet. */
  readonly behind: number;
  /** Whether hints of other processes are heard; null where there are none. */
  readonly listening: boolean | null;
}

const QUIET_MS = 1000;

const SERVED =
  'Agents are still served from memory; new facts are refused for now, and what prompts teach waits.';
const DATABASE_FIX = {
  wait: `${SERVED} It comes back by itself once the database answers.`,
  act: `${SERVED} It does not come back by itself: see "When something is wrong" in docs/operating.md.`,
} as const;

export class Status {
  readonly #sources: StatusSources;
  readonly #series: MinuteSeries;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #shown: Watched<SystemStatus>;

  constructor(sources: StatusSources, series: MinuteSeries, clock: Clock) {
    this.#sources = sources;
    this.#series = series;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#shown = new Watched(() => this.current(), QUIET_MS, clock);
  }

  current(): SystemStatus {
    this.#sources.settle();
    const { version, demo, baseUrl, upstreams, counts, bodiesKept, database } = this.#sources;
    const { firstCalls, firstRun } = this.#sources;
    const { lastLookAt, behind, listening } = database();
    const now = this.#clock.now();
    return {
      version,
      startedAt: this.#startedAt,
      now,
      demo: demo(),
      baseUrl: baseUrl(),
      parts: this.#parts(),
      feed: { behind, lastLookAt, listening },
      models: [...new Set(upstreams().flatMap(({ loaded }) => loaded.map(({ name }) => name)))],
      cutPrompts: this.#sources.cutPrompts(),
      counts: counts(),
      firstCalls: firstCalls(),
      firstRun: firstRun(),
      bodiesKept: bodiesKept(),
    };
  }

  watch(listener: (status: SystemStatus) => void): () => void {
    return this.#shown.watch(listener);
  }

  /** Something the answer shows has changed. */
  changed(): void {
    this.#shown.changed();
  }

  series(range: '1h' | '24h'): Series {
    this.#sources.settle();
    return this.#series.view(range, this.#clock.now());
  }

  close(): void {
    this.#shown.close();
  }

  #parts(): Component[] {
    const { upstreams, configProblem, restartNeeded, databaseLabel, counts, baseUrl } = this.#sources;
    const [held] = this.#sources.jobsHeld();
    const [noModel] = this.#sources.modelsMissing();
    const well = (name: Component['name'], label: string): Component => ({
      name,
      label,
      health: 'ok',
      reason: null,
      fix: null,
      since: null,
    });
    const ill = (
      part: Component,
      health: 'bad' | 'wait',
      reason: string,
      fix: string,
      since: number | null = null,
    ): Component => ({ ...part, health, reason, fix, since });
    const jobs = well('jobs', 'Jobs');
    const { jobsDead } = counts();
    const database = well('database', databaseLabel);
    const { problem: broken, since: brokenSince, endsByItself } = this.#sources.database();
    const config = well('config', 'config.yaml');
    const problem = configProblem();
    const restart = restartNeeded();
    return [
      well('proxy', baseUrl()),
      upstreamComponent(upstreams()),
      broken
        ? ill(database, 'bad', broken, endsByItself ? DATABASE_FIX.wait : DATABASE_FIX.act, brokenSince)
        : database,
      jobsDead > 0
        ? ill(
            jobs,
            'wait',
            `${jobsDead} ${jobsDead === 1 ? 'job has' : 'jobs have'} failed for good after several tries.`,
            'Open Jobs: each says why. Retry or discard them there.',
          )
        : held
          ? ill(jobs, 'wait', `${held.waiting}: ${held.reason}`, held.fix)
          : noModel
            ? ill(jobs, 'wait', noModel.problem ?? noModel.use, noModel.fix ?? '')
            : jobs,
      problem
        ? ill(
            config,
            'wait',
            `The newest edit is not in force: ${problem}`,
            'Mend the line; it is read again when saved.',
          )
        : restart
          ? ill(config, 'wait', restart, 'Restart Festinger.')
          : config,
    ];
  }
}

/** Adds what a finished request measured. */
export function measureRequest(
  series: MinuteSeries,
  row: Pick<TrafficRow, 'route' | 'state' | 'timings' | 'usage' | 'loop'> & {
    readonly recalledFacts: number;
  },
  at: number,
): void {
  const { promptTokens, completionTokens, promptEvalNs } = row.usage;
  const values: Readonly<Record<(typeof SERIES)[number], number | null>> = {
    requests: 1,
    addedMs: row.route === 'other' ? null : row.timings.addedMs,
    prefillMs: promptEvalNs === null ? null : promptEvalNs / 1e6,
    promptTokens: promptTokens ?? 0,
    completionTokens: completionTokens ?? 0,
    recalledFacts: row.recalledFacts,
    loops: row.loop === null ? 0 : 1,
    errors: row.state === 'failed' ? 1 : 0,
    conflicts: null, // counted where they arise
  };
  for (const name of SERIES) {
    const value = values[name];
    if (value !== null) series.add(name, value, at);
  }
}
