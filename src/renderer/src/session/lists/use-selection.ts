// What is open on a screen of a list and an inspector: the address says it. Keeps the focus where the operator works: in the
// list, or at the head of the inspector; and the place in the list, after what was open is closed. Reads nothing of what is open.
import { useCallback, useEffect, useState } from 'react';
import { focusList, focusListAfter, isInList, useFocusInspector } from '../../ui/split.tsx';
import { formatRoute, navigate, routeNow, type Screen, useRoute } from '../router.ts';

interface Selection {
  /** Opens one, or with null none. `enter`: the focus goes to the head of the inspector, never to a button. */
  go(next: string | null, enter?: boolean): void;
  /** Opens what follows on the one that is done with, and leaves the focus in the list if it is there; where nothing follows, it goes there. */
  goOn(next: string | null): void;
}

/** What was open last, by screen. */
const last = new Map<Screen, string>();

/** Where one stands in the list of a screen: at what is open, else at what was open last. */
export const hereIn = (screen: Screen): string | null => routeNow().id ?? last.get(screen) ?? null;

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
    if (id !== null) last.set(screen, id);
  }, [screen, id]);
  useEffect(() => {
    if (!resting || id !== null) return;
    setResting(false);
    focusList();
  }, [resting, id]);
  const go = (next: string | null, enter = false) => {
    setEntered(enter);
    navigate(formatRoute(screen, next, query()), { replace: routeNow().id !== null && next !== null });
    // Opened by a key of the screen, while nothing had the focus: the next one is one of the list's.
    if (next !== null && !enter) focusListAfter();
  };
  const goOn = (next: string | null) => {
    go(next, next !== null && !isInList());
    if (next === null) setResting(true);
  };
  return { go, goOn };
}
