// Keys of briefs that were asked for lately, so that one that is there is answered without reading its evidence anew: for as long as nothing came, went or was matched since.
// Never answers what it is not sure of. Called by briefs.ts. Source: advisory, Outputs.
import type { Clock } from '../../../shared/model/clock.ts';
import { readEvidenceState } from '../../store/briefs/evidence-state.ts';
import type { StoreReader } from '../../store/store-access.ts';
import type { BriefAsked, PlannedBrief } from './plan-brief.ts';

export type PlanKey = Pick<PlannedBrief, 'cacheKey' | 'subject'>;

/** A plan is not believed longer, whatever changed: graph, models and vectors leave no trace in the state of evidence. */
const LIVES_MS = 30_000;
const MOST_PLANS = 500;

interface Known extends PlanKey {
  readonly state: string;
  readonly at: number;
}

export class PlanMemo {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #plans = new Map<string, Known>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /**
   * @param settings whatever else decides over the key
   * @param plan makes it
   */
  async keyOf(
    reader: StoreReader,
    asked: BriefAsked,
    settings: string,
    plan: () => Promise<PlanKey>,
  ): Promise<PlanKey> {
    const { forceRefresh: _, ...request } = asked.request;
    const name = JSON.stringify([asked.project, asked.task, request, settings, asked.computed ?? false]);
    // Read before the evidence is: what changes meanwhile is noticed at the next time.
    const state = await readEvidenceState(reader, asked.project);
    const known = this.#plans.get(name);
    const now = this.#clock.monotonic();
    if (known && known.state === state && now - known.at < LIVES_MS) return known;
    const { cacheKey, subject } = await plan();
    this.#plans.delete(name);
    this.#plans.set(name, { cacheKey, subject, state, at: now });
    if (this.#plans.size > MOST_PLANS) this.#plans.delete(this.#plans.keys().next().value ?? '');
    return { cacheKey, subject };
  }

  /** Settings or models changed. */
  clear(): void {
    this.#plans.clear();
  }
}
