// What the record is narrowed to, between the address and the store: whoever changes it writes both, and a link or the back button
// comes in through the address.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { formatRoute, navigate, routeNow, useRoute } from '../../session/router.ts';
import { auditStore } from './audit-store.ts';
import { type Criteria, criteriaOf, EVERYTHING, queryOf, sameCriteria } from './criteria.ts';

function narrow(criteria: Criteria): void {
  const before = auditStore.getState().criteria;
  if (sameCriteria(before, criteria)) return;
  auditStore.getState().narrow(criteria);
  const typing = before.search !== '' && criteria.search !== '' && before.search !== criteria.search;
  // What is open stays so while its view does: an id of one chain is none of another.
  const id = before.view === criteria.view ? routeNow().id : null;
  navigate(formatRoute('audit', id, queryOf(criteria)), { replace: typing });
}

export function useNarrowing() {
  const criteria = useStore(auditStore, (s) => s.criteria);
  return {
    criteria,
    /** Another view begins with every kind, and in its own order. */
    change: (part: Partial<Criteria>) => {
      const { view, sort, descending } = EVERYTHING;
      const before = auditStore.getState().criteria;
      const isOther = (part.view ?? before.view) !== before.view;
      narrow({ ...before, ...(isOther ? { view, sort, descending, kind: 'all' } : {}), ...part });
    },
    /** Everything of this view. */
    widen: () => narrow({ ...EVERYTHING, view: auditStore.getState().criteria.view }),
  };
}

/** Takes what the address says. Used once, by the screen, before the first read. */
export function useAddressedCriteria(): void {
  const { screen, query } = useRoute();
  const said = JSON.stringify(query);
  useEffect(() => {
    if (screen !== 'audit') return;
    const asked = criteriaOf(JSON.parse(said) as Record<string, string>);
    const { criteria, narrow: take } = auditStore.getState();
    if (!sameCriteria(asked, criteria)) take(asked);
  }, [screen, said]);
}
