// What the canvas and its twins show of a neighbourhood: compared with what was, or, while there is a draft, as it would be.
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { type Drawn, drawnCompared } from '../canvas/canvas-elements.ts';
import { compareStore, type Difference } from '../compare/compare-store.ts';
import type { Neighbourhood } from '../concepts-store.ts';
import { useLooks } from '../filter/use-looks.ts';
import { draftStore, type EdgeCourse } from './draft-store.ts';
import { drawnDraft } from './drawn-draft.ts';
import { handStore } from './hand-store.ts';

/** What was is looked at and not edited. */
export function useIsEdited(): boolean {
  const { isEditing } = useStore(handStore);
  const { at } = useLooks();
  return isEditing && at === null;
}

/** Who goes away from the concepts leaves editing behind, unless a draft waits. */
export function useLeaveEditing(): void {
  useEffect(
    () => () => {
      if (draftStore.getState().edits.length === 0) handStore.getState().edit(false);
    },
    [],
  );
}

/** @param edges what becomes of each fact with the draft; null while nothing is edited */
export function drawnOf(
  neighbourhood: Neighbourhood,
  edges: readonly EdgeCourse[] | null,
  difference: Difference | null,
): Drawn {
  if (edges !== null) return drawnDraft(neighbourhood, edges);
  const changes = difference?.dimension === neighbourhood.dimension ? difference.changes : [];
  return drawnCompared(neighbourhood.nodes, changes);
}

export function useDrawn(neighbourhood: Neighbourhood): Drawn {
  const { difference } = useStore(compareStore);
  const { look, show } = useStore(draftStore);
  const isEdited = useIsEdited();
  // Each new answer about the concept is a reason to look at the draft again: the memory may have changed.
  useEffect(() => {
    show(neighbourhood.nodes.map(({ concept }) => concept.token));
  }, [neighbourhood, show]);
  // What was selected is on another canvas now.
  const { select, keepSelected, ask, letGo } = useStore(handStore);
  const { focus, dimension } = neighbourhood;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is the reason
  useEffect(() => {
    select([]);
    ask(null);
    letGo();
  }, [focus, dimension]);
  const drawn = useMemo(
    () => drawnOf(neighbourhood, isEdited ? (look?.edges ?? []) : null, difference),
    [neighbourhood, difference, isEdited, look],
  );
  // What is gone can be selected no more.
  useEffect(() => {
    keepSelected(new Set([...neighbourhood.nodes, ...drawn.nodes].map(({ concept }) => concept.token)));
  }, [neighbourhood, drawn, keepSelected]);
  return drawn;
}
