// What the list is narrowed to, between the address and the store: whoever changes it writes both, and a link or the back
// button comes in through the address.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { formatRoute, navigate, routeNow, useRoute } from '../../session/router.ts';
import { type Criteria, criteriaOf, EVERYTHING, queryOf, sameCriteria } from './criteria.ts';
import { trafficStore } from './traffic-store.ts';

/** Narrows the list, and says so in the address; a search that goes on being typed makes no new step of the history. */
function narrow(criteria: Criteria): void {
  const before = trafficStore.getState().criteria;
  if (sameCriteria(before, criteria)) return;
  trafficStore.getState().narrow(criteria);
  const typing = before.search !== '' && criteria.search !== '' && before.search !== criteria.search;
  const { id } = routeNow();
  navigate(formatRoute('traffic', id, queryOf(criteria)), { replace: typing });
}

export interface Narrowing {
  readonly criteria: Criteria;
  readonly change: (part: Partial<Criteria>) => void;
  readonly widen: () => void;
}

export function useNarrowing(): Narrowing {
  const criteria = useStore(trafficStore, (s) => s.criteria);
  return {
    criteria,
    change: (part) => narrow({ ...trafficStore.getState().criteria, ...part }),
    widen: () => narrow(EVERYTHING),
  };
}

/** Takes what the address says. Used once, by the screen. */
export function useAddressedCriteria(): void {
  const { screen, query } = useRoute();
  const said = JSON.stringify(query);
  useEffect(() => {
    if (screen !== 'traffic') return;
    const asked = criteriaOf(JSON.parse(said) as Record<string, string>);
    const { criteria, narrow: take } = trafficStore.getState();
    if (!sameCriteria(asked, criteria)) take(asked);
  }, [screen, said]);
}
