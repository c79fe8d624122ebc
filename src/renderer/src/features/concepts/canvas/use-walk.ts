// The keyboard's place on the canvas: moved with the arrow keys, marked, kept in sight, and put into words.
import type { Core } from 'cytoscape';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../ui/format.ts';
import type { Neighbourhood } from '../concepts-store.ts';
import { walk } from '../layout/walk.ts';
import { askWhyOf } from '../why/ask-why.ts';
import { openNode } from './use-cytoscape.ts';
import { fitAll, keepInSight } from './viewport.ts';

export const ZOOM_STEP = 1.25;

export function zoomBy(cy: Core, factor: number): void {
  cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
}

/** Keys that change what is in sight. */
const VIEW_KEYS: Readonly<Record<string, (cy: Core) => void>> = {
  '+': (cy) => zoomBy(cy, ZOOM_STEP),
  '=': (cy) => zoomBy(cy, ZOOM_STEP),
  '-': (cy) => zoomBy(cy, 1 / ZOOM_STEP),
  '0': fitAll,
};

interface Way {
  /** Where a key leads; null for a key that leads nowhere. */
  readonly next: (from: string | null, key: string) => string | null;
  readonly open: (token: string) => void;
  /** Asks why a place's fact is there; false where it has none. */
  readonly why?: (token: string) => boolean;
}

/** The place itself, for any picture. */
export function useCursor(cy: Core | null, { next, open, why }: Way) {
  const [cursor, setCursor] = useState<string | null>(null);
  useEffect(() => {
    cy?.nodes('.cursor').removeClass('cursor');
    if (!cy || cursor === null) return;
    const node = cy.getElementById(cursor);
    node.addClass('cursor');
    if (node.empty()) return;
    keepInSight(cy, node);
    const { x1, y1, x2, y2 } = node.renderedBoundingBox();
    const container = cy.container();
    if (container) container.dataset.cursorAt = [x1, y1, x2, y2].map(Math.round).join(' ');
  }, [cy, cursor]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && cursor !== null) {
      open(cursor);
      return;
    }
    if (event.key === 'w' && cursor !== null && why?.(cursor)) return;
    const view = VIEW_KEYS[event.key];
    const to = next(cursor, event.key);
    if (view && cy) view(cy);
    else if (to !== null) setCursor(to);
    else return;
    event.preventDefault();
  };
  return { cursor, onKeyDown };
}

/** Along a tree: up to the parent, down to the children, aside to siblings. */
export function useWalk(cy: Core | null, neighbourhood: Neighbourhood) {
  const { t } = useTranslation();
  const nodes = neighbourhood.nodes.map((n) => ({ token: n.concept.token, parent: n.parent }));
  const { cursor, onKeyDown } = useCursor(cy, {
    // Where what it stood on is there no more, it goes on from the concept in focus.
    next: (from, key) =>
      walk(nodes, nodes.some((n) => n.token === from) && from !== null ? from : neighbourhood.focus, key),
    open: (token) => openNode(token, neighbourhood),
    why: (token) => askWhyOf(neighbourhood.nodes.find((n) => n.concept.token === token)?.edge),
  });
  const at = neighbourhood.nodes.find((n) => n.concept.token === cursor);
  const said = !at
    ? ''
    : at.edge
      ? t('concepts.cursor', {
          token: at.concept.token,
          relation: at.edge.isIsa ? t('mark.isa') : t('mark.ispart'),
          parent: at.edge.parent,
          children: formatCount(at.childrenTotal),
        })
      : t('concepts.cursorRoot', { token: at.concept.token, children: formatCount(at.childrenTotal) });
  return { cursor, onKeyDown, said };
}
