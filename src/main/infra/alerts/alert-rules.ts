// What is wrong, by our own rules over what is looked at, measured and told: one finding of a rule and a subject. What is judged by its state at a look
// begins and ends at the second look that says so. Pure but for what it remembers from one look to the next. Called by alerts.ts.
// Source: agent, What it acts on (Alerts); decision 076.
import type { AlertRule } from '../../../shared/model/alert.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { parentsOf } from '../inventory/topology.ts';
import type { AlertFacts, Finding, RuleFacts } from './alert-facts.ts';
import { AvailabilityRules } from './availability-rules.ts';
import { measuredFindings } from './measured-rules.ts';
import { OutOfSight } from './out-of-sight.ts';
import { programFindings, WantedModels } from './program-rules.ts';

/** Judged by one state at one moment; the other rules have boundaries, counts or durations of their own. */
const AT_TWO_LOOKS: ReadonlySet<AlertRule> = new Set(['down', 'unhealthy', 'unreachable', 'missing']);
/** Two looks that are nearer to each other than this count as one. */
const BETWEEN_LOOKS_MS = 20_000;

export class AlertRules {
  readonly #models = new WantedModels();
  readonly #availability = new AvailabilityRules();
  readonly #outOfSight = new OutOfSight();
  #standing: ReadonlyMap<string, Finding>;
  /** Since when each key is found and did not stand, or stands and is not found. */
  #changing: ReadonlyMap<string, number> = new Map();

  /** @param standing what was active when the program ended */
  constructor(standing: readonly Finding[] = []) {
    this.#standing = byKey(standing);
  }

  /** One look at everything, as it is at `facts.now`. */
  evaluate(given: AlertFacts): readonly Finding[] {
    const facts = withParents(given);
    const found = byKey([
      ...this.#availability.findings(facts, this.#standing),
      ...measuredFindings(facts, this.#standing),
      ...programFindings(facts, this.#standing),
      ...this.#models.findings(facts),
      ...this.#outOfSight.findings(facts, this.#standing),
    ]);
    this.#standing = byKey(this.#settled(found, facts));
    return [...this.#standing.values()];
  }

  /** What stands after this look: a change counts once it was seen at two looks, in either direction. */
  #settled(found: ReadonlyMap<string, Finding>, { now, expected }: RuleFacts): Finding[] {
    const changing = new Map<string, number>();
    const isSettled = ({ key, rule }: Finding): boolean => {
      const since = this.#changing.get(key) ?? now;
      if (!AT_TWO_LOOKS.has(rule) || now - since >= BETWEEN_LOOKS_MS) return true;
      changing.set(key, since);
      return false;
    };
    // Who says that it may be stopped need not wait.
    const isExcused = ({ resourceId }: Finding): boolean =>
      resourceId !== null && expected(resourceId)?.expected === 'any';
    const standing = this.#standing;
    const begun = [...found.values()].filter((one) => standing.has(one.key) || isSettled(one));
    const lasting = [...standing.values()].filter(
      (one) => !found.has(one.key) && !isExcused(one) && !isSettled(one),
    );
    this.#changing = changing;
    return [...begun, ...lasting];
  }
}

function withParents({ resources, ...facts }: AlertFacts): RuleFacts {
  const byId = new Map(resources.map((one) => [one.id, one]));
  // The innermost counts also where nobody lists it, such as the machine of an engine that is reached by its socket alone.
  const parents = ({ parent }: Resource): string[] =>
    parent === null ? [] : [parent, ...parentsOf(byId, parent).map(({ id }) => id)];
  return { ...facts, resources: resources.map((one) => ({ ...one, parents: parents(one) })) };
}

const byKey = (found: readonly Finding[]): ReadonlyMap<string, Finding> =>
  new Map(found.map((finding) => [finding.key, finding]));
