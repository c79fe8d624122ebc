// Brings what is on the canvas in step with what it should show, element by element: what is gone goes, what is new comes, what
// moved moves. Everything else is left as it is, and what the operator looks at stays where it is on the screen.
import type { Core, ElementDefinition, NodeSingular } from 'cytoscape';
import type { Size } from './viewport.ts';

/** The node that is to stay where it is: the keyboard's place if it is in sight, else what is nearest to the middle. */
function anchorOf(cy: Core, { width, height }: Size): NodeSingular | null {
  const middle = { x: width / 2, y: height / 2 };
  const away = (node: NodeSingular) => {
    const { x, y } = node.renderedPosition();
    return Math.hypot(x - middle.x, y - middle.y);
  };
  const cursor = cy.nodes('.cursor').first();
  if (cursor.nonempty() && away(cursor) < Math.max(middle.x, middle.y)) return cursor;
  let nearest: NodeSingular | null = null;
  cy.nodes('[place != "joint"]').forEach((node) => {
    if (nearest === null || away(node) < away(nearest)) nearest = node;
  });
  return nearest;
}

const endsDiffer = (data: Record<string, unknown>, wanted: Record<string, unknown>): boolean =>
  data.source !== wanted.source || data.target !== wanted.target;

/** @param elements each with an id; those that stay keep their classes @param size of what is in sight */
export function syncElements(
  cy: Core,
  elements: readonly ElementDefinition[],
  size: Size = { width: cy.width(), height: cy.height() },
): void {
  const anchor = anchorOf(cy, size);
  const anchorId = anchor?.id();
  const before = anchor ? { ...anchor.position() } : null;
  const wanted = new Map(elements.map((element) => [String(element.data.id), element]));
  const classes = new Map<string, string[]>();
  cy.batch(() => {
    cy.elements()
      .filter((element) => {
        const { data } = wanted.get(element.id()) ?? {};
        if (!data) return true;
        if (element.isEdge()) return endsDiffer(element.data(), data);
        // Cytoscape paints a name that changed into the picture it kept of the old one, and cuts it off: the box comes anew.
        if (element.data('label') === data.label) return false;
        classes.set(element.id(), element.classes());
        return true;
      })
      .remove();
    const added: ElementDefinition[] = [];
    for (const [id, element] of wanted) {
      const there = cy.getElementById(id);
      if (there.empty()) {
        added.push({ ...element, classes: classes.get(id) ?? [] });
        continue;
      }
      const now = there.data() as Record<string, unknown>;
      const changed = Object.entries(element.data).filter(([key, value]) => now[key] !== value);
      if (changed.length > 0) there.data(Object.fromEntries(changed));
      if (!element.position) continue;
      const { x, y } = there.position();
      if (x !== element.position.x || y !== element.position.y) there.position(element.position);
    }
    cy.add(added);
  });
  const after = anchorId === undefined ? undefined : cy.getElementById(anchorId);
  if (!before || !after || after.empty()) return;
  const { x, y } = after.position();
  if (x === before.x && y === before.y) return;
  cy.panBy({ x: (before.x - x) * cy.zoom(), y: (before.y - y) * cy.zoom() });
}
