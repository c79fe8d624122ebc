// Puts boxes elsewhere on the canvas, with all that is below them: by mouse while nothing is edited (a drag means a move then), by Alt and
// the arrow keys at any time. Where they stand says nothing of the memory.
import type { Core, EventObject, NodeCollection, NodeSingular } from 'cytoscape';
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../../session/commands.ts';
import { undoable } from '../../../session/toasts.tsx';
import { allowGrab, stays, staysNoMore } from '../canvas/grab.ts';
import { keepInSight, READABLE } from '../canvas/viewport.ts';
import type { Neighbourhood } from '../concepts-store.ts';
import type { Point } from '../layout/layout.ts';
import { NONE, type Shifts } from '../layout/shifted.ts';
import { placesStore, viewOf } from './places-store.ts';

/** A press of an arrow key, in canvas pixels. */
const STEP = 16;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** Where this view's boxes were put. */
export function useShifts(neighbourhood: Neighbourhood): Shifts {
  const { places } = useStore(placesStore);
  return places.get(viewOf(neighbourhood)) ?? NONE;
}

/** All that goes along with a box: what is below it, and the joints of their lines. */
function companions(cy: Core, token: string): NodeCollection {
  const below = new Set([token]);
  const waiting = [token];
  const children = new Map<string, string[]>();
  cy.nodes('[parentToken]').forEach((node) => {
    const parent = String(node.data('parentToken'));
    children.set(parent, [...(children.get(parent) ?? []), node.id()]);
  });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const child of children.get(next) ?? [])
      if (!below.has(child)) {
        below.add(child);
        waiting.push(child);
      }
  return cy
    .nodes()
    .filter((node) => node.id() !== token && (below.has(node.id()) || below.has(String(node.data('owner')))));
}

const isFocus = (node: NodeSingular) => node.data('place') === 'focus';

/** By mouse. The concept in focus stays in the middle; from far away, and under a finger, a drag moves the picture. */
function useDragged(cy: Core | null, view: string, isEditing: boolean): void {
  useEffect(() => {
    if (!cy || isEditing || matchMedia('(pointer: coarse)').matches) return;
    let held: { readonly from: Point; at: Point; readonly along: NodeCollection } | null = null;
    const focus = () => cy.nodes('[place = "focus"]');
    const allow = () => {
      if (allowGrab(cy, cy.zoom() >= READABLE)) stays(focus());
    };
    const stay = ({ target }: EventObject) => {
      if (isFocus(target as NodeSingular)) stays(target as NodeSingular);
    };
    const grab = ({ target }: EventObject) => {
      const node = target as NodeSingular;
      const from = { ...node.position() };
      held = { from, at: from, along: companions(cy, node.id()) };
    };
    const drag = ({ target }: EventObject) => {
      if (!held) return;
      const { x, y } = (target as NodeSingular).position();
      held.along.shift({ x: x - held.at.x, y: y - held.at.y });
      held.at = { x, y };
    };
    const free = ({ target }: EventObject) => {
      if (!held) return;
      const { from, at } = held;
      held = null;
      const by = { x: Math.round(at.x - from.x), y: Math.round(at.y - from.y) };
      if (by.x !== 0 || by.y !== 0) placesStore.getState().put(view, (target as NodeSingular).id(), by);
    };
    allow();
    stays(focus());
    cy.on('viewport', allow);
    cy.on('add', 'node', stay);
    cy.on('grab', 'node', grab);
    cy.on('drag', 'node', drag);
    cy.on('free', 'node', free);
    return () => {
      if (cy.destroyed()) return;
      cy.removeListener('viewport', allow);
      cy.removeListener('add', 'node', stay);
      cy.removeListener('grab', 'node', grab);
      cy.removeListener('drag', 'node', drag);
      cy.removeListener('free', 'node', free);
      allowGrab(cy, false);
      staysNoMore(cy, focus());
    };
  }, [cy, view, isEditing]);
}

/** @returns whether something stands elsewhere, the way back, and what hears a key first: true when it made use of it */
export function useArrange(
  cy: Core | null,
  neighbourhood: Neighbourhood,
  { cursor, isEditing }: { readonly cursor: string | null; readonly isEditing: boolean },
) {
  const { t } = useTranslation();
  const view = viewOf(neighbourhood);
  const isArranged = useShifts(neighbourhood).size > 0;
  useDragged(cy, view, isEditing);
  const tidy = useMemo(
    () => () => {
      const { tidy: reset, bringBack } = placesStore.getState();
      const before = reset(view);
      undoable({
        text: t('concepts.arrange.tidied'),
        undo: async () => bringBack(view, before),
        redo: async () => void reset(view),
      });
    },
    [view, t],
  );
  useCommands(
    'arrange',
    isArranged
      ? [{ id: 'concepts.tidy', title: t('concepts.arrange.tidy'), group: t('palette.do'), run: tidy }]
      : [],
  );
  const onKey = ({ altKey, ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): boolean => {
    const by = ARROWS[key];
    if (!altKey || ctrlKey || metaKey || shiftKey || !by) return false;
    const isThere = neighbourhood.nodes.some(({ concept }) => concept.token === cursor);
    if (!cy || cursor === null || !isThere || cursor === neighbourhood.focus) return true;
    const node = cy.getElementById(cursor);
    node.union(companions(cy, cursor)).shift(by);
    placesStore.getState().put(view, cursor, by);
    keepInSight(cy, node);
    return true;
  };
  return { isArranged, tidy, onKey };
}
