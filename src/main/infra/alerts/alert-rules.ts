// What is wrong, by our own rules over what is looked at, measured and told: one finding of a rule and a subject. What cannot be seen for a while is
// neither better nor worse than it was. Pure but for what it remembers from one look to the next. Called by alerts.ts.
// Source: agent, What it acts on (Alerts).
import type { AlertFacts, Finding } from './alert-facts.ts';
import { AvailabilityRules } from './availability-rules.ts';
import { measuredFindings } from './measured-rules.ts';
import { OutOfSight } from './out-of-sight.ts';
import { programFindings, WantedModels } from './program-rules.ts';

export class AlertRules {
  readonly #models = new WantedModels();
  readonly #availability = new AvailabilityRules();
  readonly #outOfSight = new OutOfSight();
  #standing: ReadonlyMap<string, Finding>;

  /** @param standing what was active when the program ended */
  constructor(standing: readonly Finding[] = []) {
    this.#standing = byKey(standing);
  }

  /** One look at everything, as it is at `facts.now`. */
  evaluate(facts: AlertFacts): readonly Finding[] {
    const found = [
      ...this.#availability.findings(facts, this.#standing),
      ...measuredFindings(facts, this.#standing),
      ...programFindings(facts, this.#standing),
      ...this.#models.findings(facts),
      ...this.#outOfSight.findings(facts, this.#standing),
    ];
    this.#standing = byKey(found);
    return [...this.#standing.values()];
  }
}

const byKey = (found: readonly Finding[]): ReadonlyMap<string, Finding> =>
  new Map(found.map((finding) => [finding.key, finding]));
