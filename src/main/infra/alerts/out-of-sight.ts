// Alerts of resources that cannot be seen at the moment, because their provider or what they are in does not answer: they go on as they were. Pure but
// for where each resource was seen last. Called by alert-rules.ts. Source: agent, What it acts on (Alerts).
import type { AlertRule } from '../../../shared/model/alert.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import type { AlertFacts, Finding, Standing } from './alert-facts.ts';

/** The rules that judge by looking at the resource. */
const BY_SIGHT: ReadonlySet<AlertRule> = new Set([
  'down',
  'unhealthy',
  'unreachable',
  'disk_full',
  'memory_full',
  'restarting',
]);

type Place = Pick<Resource, 'provider' | 'parent'>;

export class OutOfSight {
  /** Of resources with an alert. */
  #places: ReadonlyMap<string, Place> = new Map();

  /** @returns those of the look before that go on unseen */
  findings({ resources, providers }: AlertFacts, standing: Standing): Finding[] {
    const here = new Map(resources.map((one) => [one.id, one]));
    const failed = new Set(providers.filter(({ state }) => state === 'failed').map(({ name }) => name));
    const silent = new Set(resources.filter(({ state }) => state === 'unreachable').map(({ id }) => id));
    const places = new Map<string, Place>();
    const unseen: Finding[] = [];
    for (const finding of standing.values()) {
      const { rule, resourceId: id } = finding;
      if (id === null || !BY_SIGHT.has(rule)) continue;
      const place = here.get(id) ?? this.#places.get(id);
      if (place) places.set(id, { provider: place.provider, parent: place.parent });
      // After a start of the program nobody knows where it was: anything that does not answer may hide it.
      const isHidden = place
        ? failed.has(place.provider) || (place.parent !== null && silent.has(place.parent))
        : failed.size + silent.size > 0;
      if (!here.has(id) && isHidden) unseen.push(finding);
    }
    this.#places = places;
    return unseen;
  }
}
