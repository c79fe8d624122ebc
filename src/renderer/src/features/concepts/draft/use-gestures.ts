// The mouse on a canvas that is edited: a click selects, Ctrl adds, Shift takes the way there, Shift and drag a box; a box that is dragged is
// carried, and falls back to its place when it is let go. Listens to cytoscape; says what was meant to the hand store.
import type { Core, EventObject, NodeSingular } from 'cytoscape';
import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { GONE, MORE } from '../canvas/canvas-elements.ts';
import { allowGrab } from '../canvas/grab.ts';
import type { Neighbourhood } from '../concepts-store.ts';
import type { MenuAt } from './context-menu.tsx';
import { handStore } from './hand-store.ts';
import { useIsEdited } from './use-drawn.ts';
import { wayBetween } from './way.ts';

/** Pixels that a box is dragged before it is carried. */
const SLOP = 6;

const isConcept = (node: NodeSingular): boolean => {
  const id = node.id();
  return node.data('place') !== 'joint' && !id.startsWith(MORE) && !id.startsWith(GONE);
};

/** The box under a point of the screen, but for the one that is carried. */
function boxAt(cy: Core, point: { readonly x: number; readonly y: number }, carried: NodeSingular) {
  const found = cy.nodes().filter((node) => {
    if (node.same(carried) || !isConcept(node)) return false;
    const { x1, y1, x2, y2 } = node.renderedBoundingBox({ includeLabels: false, includeOverlays: false });
    return x1 <= point.x && point.x <= x2 && y1 <= point.y && point.y <= y2;
  });
  return found.nonempty() ? found[0] : undefined;
}

interface Gestures {
  readonly neighbourhood: Neighbourhood;
  readonly openMenu: (at: MenuAt) => void;
}

/** One drag of a box, from where it stood. */
function useDrag(cy: Core | null, latest: RefObject<Gestures>, isEditing: boolean): void {
  useEffect(() => {
    if (!cy || !isEditing) return;
    let from: { readonly x: number; readonly y: number } | null = null;
    const { carry, over, drop } = handStore.getState();
    const grab = ({ target }: EventObject) => {
      from = { ...(target as NodeSingular).position() };
    };
    const drag = ({ target, renderedPosition: at }: EventObject) => {
      const node = target as NodeSingular;
      const moved = Math.hypot(node.position('x') - (from?.x ?? 0), node.position('y') - (from?.y ?? 0));
      if (moved * cy.zoom() < SLOP) return;
      const { carried, selected } = handStore.getState();
      if (carried === null) {
        const own = node.id();
        const { neighbourhood } = latest.current;
        const tokens = selected.has(own) ? [...selected] : [own];
        const isPlaced = neighbourhood.nodes.some(
          ({ concept, edge }) => edge !== null && tokens.includes(concept.token),
        );
        if (!isPlaced) return;
        carry({ neighbourhood, tokens }, 'mouse');
      }
      const onto = boxAt(cy, at, node)?.id() ?? null;
      const { carried: now } = handStore.getState();
      void over(onto !== null && now?.tokens.includes(onto) ? null : onto);
    };
    const free = ({ target }: EventObject) => {
      const node = target as NodeSingular;
      if (from) node.position({ ...from });
      from = null;
      if (handStore.getState().carried?.by === 'mouse') drop();
    };
    allowGrab(cy, true);
    cy.on('grab', 'node', grab);
    cy.on('drag', 'node', drag);
    cy.on('free', 'node', free);
    return () => {
      if (handStore.getState().carried?.by === 'mouse') handStore.getState().letGo();
      if (cy.destroyed()) return;
      allowGrab(cy, false);
      cy.removeListener('grab', 'node', grab);
      cy.removeListener('drag', 'node', drag);
      cy.removeListener('free', 'node', free);
    };
  }, [cy, latest, isEditing]);
}

/** Clicks and boxes. */
function useSelecting(cy: Core | null, latest: RefObject<Gestures>, isEditing: boolean): void {
  useEffect(() => {
    if (!cy || !isEditing) return;
    let last: string | null = null;
    const { select, toggle } = handStore.getState();
    const tap = ({ target, originalEvent }: EventObject) => {
      const node = target as NodeSingular;
      if (!isConcept(node)) return;
      // The keys are the canvas' from now on.
      cy.container()?.focus({ preventScroll: true });
      const { shiftKey, ctrlKey, metaKey } = originalEvent as MouseEvent;
      const token = node.id();
      if (shiftKey && last !== null) {
        const nodes = latest.current.neighbourhood.nodes.map(({ concept, parent }) => ({
          token: concept.token,
          parent,
        }));
        select([...handStore.getState().selected, ...wayBetween(nodes, last, token)]);
      } else if (ctrlKey || metaKey) toggle(token);
      else select([token]);
      last = token;
    };
    const nowhere = ({ target }: EventObject) => {
      if (target === cy) select([]);
    };
    const boxed = () => {
      // Cytoscape's own selection is read when the box ends, and put away.
      setTimeout(() => {
        if (cy.destroyed()) return;
        const found = cy.nodes(':selected').filter(isConcept);
        cy.elements().unselect();
        if (found.nonempty()) select([...handStore.getState().selected, ...found.map((node) => node.id())]);
      });
    };
    const menu = ({ target, renderedPosition, originalEvent }: EventObject) => {
      const node = target as NodeSingular;
      if (!isConcept(node)) return;
      (originalEvent as MouseEvent).preventDefault();
      const { selected } = handStore.getState();
      const tokens = selected.has(node.id()) ? [...selected] : [node.id()];
      select(tokens);
      latest.current.openMenu({ ...renderedPosition, tokens });
    };
    cy.boxSelectionEnabled(true);
    cy.selectionType('additive');
    cy.on('tap', 'node', tap);
    cy.on('tap', nowhere);
    cy.on('boxend', boxed);
    cy.on('cxttap', 'node', menu);
    return () => {
      if (cy.destroyed()) return;
      cy.boxSelectionEnabled(false);
      cy.removeListener('tap', 'node', tap);
      cy.removeListener('tap', nowhere);
      cy.removeListener('boxend', boxed);
      cy.removeListener('cxttap', 'node', menu);
    };
  }, [cy, latest, isEditing]);
}

/** What the canvas shows of the hand: what is selected, and the place that what is carried is held over. */
function useMarks(cy: Core | null, elements: unknown): void {
  const { selected, carried, isEditing } = useStore(handStore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: elements that came anew have no classes
  useEffect(() => {
    if (!cy || cy.destroyed()) return;
    cy.batch(() => {
      cy.nodes('.selected, .carried, .takes, .refuses').removeClass('selected carried takes refuses');
      if (!isEditing) return;
      for (const token of selected) cy.getElementById(token).addClass('selected');
      for (const token of carried?.tokens ?? []) cy.getElementById(token).addClass('carried');
      if (carried?.onto == null || carried.verdict === null) return;
      cy.getElementById(carried.onto).addClass(carried.verdict === 'free' ? 'takes' : 'refuses');
    });
  }, [cy, selected, carried, isEditing, elements]);
}

/** @param elements what the canvas shows; when it changes the marks are put on again */
export function useGestures(cy: Core | null, elements: unknown, gestures: Gestures): void {
  const isEditing = useIsEdited();
  const latest = useRef(gestures);
  latest.current = gestures;
  useDrag(cy, latest, isEditing);
  useSelecting(cy, latest, isEditing);
  useMarks(cy, elements);
}
