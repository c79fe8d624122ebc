// Whether a drag that begins on a box takes the box along or moves the picture: one of the two, never neither.
import type { Core, EventObject, NodeCollection } from 'cytoscape';

/** Of cytoscape, and missing in its types. */
type Pannable = NodeCollection & Record<'panify' | 'unpanify', () => unknown>;

/** The pictures whose boxes are grabbed. */
const grabbed = new WeakSet<Core>();

function become(nodes: NodeCollection, isGrabbed: boolean): void {
  (nodes as Pannable)[isGrabbed ? 'unpanify' : 'panify']();
}

/** To be called once; boxes that come later follow. */
export function startGrab(cy: Core): void {
  cy.autoungrabify(true);
  cy.on('add', 'node', ({ target }: EventObject) => become(target as NodeCollection, grabbed.has(cy)));
}

/** From now on boxes are grabbed, or are not. @returns whether that is something new */
export function allowGrab(cy: Core, isGrabbed: boolean): boolean {
  if (grabbed.has(cy) === isGrabbed) return false;
  if (isGrabbed) grabbed.add(cy);
  else grabbed.delete(cy);
  cy.autoungrabify(!isGrabbed);
  become(cy.nodes(), isGrabbed);
  return true;
}

/** Boxes that stay where they are, whatever the others do. */
export function stays(nodes: NodeCollection): void {
  nodes.ungrabify();
  become(nodes, false);
}

/** They are as all the others again. */
export function staysNoMore(cy: Core, nodes: NodeCollection): void {
  nodes.grabify();
  become(nodes, grabbed.has(cy));
}
