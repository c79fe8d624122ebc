// Alerts of resources that cannot be seen at the moment, because their provider or what they are in does not answer: they go on as they were. Pure but
// for where each resource was seen last. Called by alert-rules.ts. Source: agent, What it acts on (Alerts).
import type { AlertRule } from '../../../shared/model/alert.ts';
import type { ProviderName } from '../../../shared/model/resource.ts';
import type { Finding, RuleFacts, Standing } from './alert-facts.ts';

/** The rules that judge by looking at the resource. */
const BY_SIGHT: ReadonlySet<AlertRule> = new Set([
  'down',
  'unhealthy',
  'unreachable',
  'disk_full',
  'memory_full',
  'restarting',
]);

export class OutOfSight {
  /** Of resources with an alert: who saw them last. */
  #providers: ReadonlyMap<string, ProviderName> = new Map();

  /** @returns those of the look before that go on unseen */
  findings({ resources, providers }: RuleFacts, standing: Standing): Finding[] {
    const here = new Map(resources.map((one) => [one.id, one]));
    const failed = new Set(providers.filter(({ state }) => state === 'failed').map(({ name }) => name));
    const silent = new Set(resources.filter(({ state }) => state === 'unreachable').map(({ id }) => id));
    const seenBy = new Map<string, ProviderName>();
    const unseen: Finding[] = [];
    for (const finding of standing.values()) {
      const { rule, resourceId: id, parents } = finding;
      if (id === null || !BY_SIGHT.has(rule)) continue;
      const provider = here.get(id)?.provider ?? this.#providers.get(id);
      if (provider) seenBy.set(id, provider);
      // After a start of the program nobody knows who saw it: any provider that does not answer may hide it.
      const isHidden =
        parents.some((parent) => silent.has(parent)) || (provider ? failed.has(provider) : failed.size > 0);
      if (!here.has(id) && isHidden) unseen.push(finding);
    }
    this.#providers = seenBy;
    return unseen;
  }
}
