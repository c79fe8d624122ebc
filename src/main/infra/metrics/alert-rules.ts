// What is wrong, by our own rules over what was measured and what is told: one alert of a rule and a resource, kept from when it
// began until it is well over. What cannot be measured for a while is neither better nor worse than it was. Does nothing about it.
// Pure but for what it remembers from one look to the next. Called by core. Source: agent, What it acts on (Alerts).
import type { Alert } from '../../../shared/model/resource.ts';
import type { AlertFacts, Finding } from './alert-facts.ts';
import { measuredFindings } from './measured-rules.ts';
import { toldFindings, WantedModels } from './told-rules.ts';

/** Nobody reads more; the most severe and oldest are told. */
const MOST = 500;

export class AlertRules {
  readonly #models = new WantedModels();
  #standing: ReadonlyMap<string, Alert> = new Map();

  /** Looks at everything, as it is at `facts.now`. @returns what stands, critical first, then the oldest */
  evaluate(facts: AlertFacts): readonly Alert[] {
    const standing = (id: string) => this.#standing.get(id) ?? null;
    const found = [
      ...measuredFindings(facts, standing),
      ...toldFindings(facts, standing),
      ...this.#models.findings(facts),
    ];
    const alerts = found.map((finding) => this.#alert(finding, facts.now));
    const rank = ({ severity }: Alert) => (severity === 'critical' ? 0 : 1);
    alerts.sort((a, b) => rank(a) - rank(b) || a.since - b.since || (a.id < b.id ? -1 : 1));
    this.#standing = new Map(alerts.slice(0, MOST).map((alert) => [alert.id, alert]));
    return this.current();
  }

  /** What stood at the last look. */
  current(): readonly Alert[] {
    return [...this.#standing.values()];
  }

  #alert(finding: Finding, now: number): Alert {
    const known = this.#standing.get(finding.id);
    return { ...finding, since: known?.since ?? now };
  }
}
