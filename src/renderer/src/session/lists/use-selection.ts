// What is open on a screen of a list and an inspector: the address says it. Keeps the focus where the operator works: in the
// list, or at the head of the inspector. Reads nothing of what is open.
import { useCallback, useEffect, useState } from 'react';
import { focusList, isInList, useFocusInspector } from '../../ui/split.tsx';
import { formatRoute, navigate, routeNow, type Screen, useRoute } from '../router.ts';

interface Selection {
  /** Opens one, or with null none. `enter`: the focus goes to the head of the inspector, never to a button. */
  go(next: string | null, enter?: boolean): void;
  /** Opens what follows on the one that is done with, and leaves the focus in the list if it is there; where nothing follows, it goes there. */
  goOn(next: string | null): void;
}

/** @param query what else the address says while one is open */
export function useSelection(
  screen: Screen,
  query: () => Readonly<Record<string, string>> = () => ({}),
): Selection {
  const { id } = useRoute();
  const [entered, setEntered] = useState(false);
  const [resting, setResting] = useState(false);
  useFocusInspector(
    entered && id !== null,
    useCallback(() => setEntered(false), []),
  );
  useEffect(() => {
    if (!resting || id !== null) return;
    setResting(false);
    focusList();
  }, [resting, id]);
  const go = (next: string | null, enter = false) => {
    setEntered(enter);
    navigate(formatRoute(screen, next, query()), { replace: routeNow().id !== null && next !== null });
  };
  const goOn = (next: string | null) => {
    go(next, next !== null && !isInList());
    if (next === null) setResting(true);
  };
  return { go, goOn };
}
