// What the pointer is on. From close by it has a look of its own; from far away its name alone comes up, on the layer of names: with a
// thousand marks cytoscape paints all of them anew for each that looks otherwise.
import type { Core, EventObject, SingularElementArgument } from 'cytoscape';
import { READABLE } from './viewport.ts';

// Not cytoscape's scratch: to write there is to have every element's style worked out anew.
const pointed = new WeakMap<Core, string>();

/** Sent when the pointer came to a box or left it. */
export const POINTS = 'points';

/** @returns the id of the box or line under the pointer; null where there is none */
export const pointedAt = (cy: Core): string | null => pointed.get(cy) ?? null;

/**
 * What is pressed looks no other way, so cytoscape need not know of it: it would paint all that is on the canvas anew, and a drag would
 * begin with a second of standing still. Of all its pictures: it has no switch for it.
 */
function pressAlike(cy: Core): void {
  const all = Object.getPrototypeOf(cy.collection()) as Record<'activate', () => unknown>;
  all.activate = function activate() {
    return this;
  };
}

/** To be called once. The shape of the pointer is that of what lies around the canvas, too: cytoscape watches its own box. */
export function followPointer(cy: Core): void {
  pressAlike(cy);
  const around = cy.container()?.parentElement;
  const point = (id: string | undefined) => {
    if (id === undefined) pointed.delete(cy);
    else pointed.set(cy, id);
    if (around) around.style.cursor = id === undefined ? '' : 'pointer';
    cy.emit(POINTS);
  };
  cy.on('mouseover', 'node, edge[edgeId]', ({ target }: EventObject) => {
    const element = target as SingularElementArgument;
    if (cy.zoom() >= READABLE) element.addClass('hover');
    point(element.id());
  });
  cy.on('mouseout', 'node, edge[edgeId]', ({ target }: EventObject) => {
    (target as SingularElementArgument).removeClass('hover');
    point(undefined);
  });
}
