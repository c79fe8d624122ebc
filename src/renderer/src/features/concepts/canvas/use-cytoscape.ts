// Cytoscape on the canvas: mounted once, kept in step with what it should show, the theme and how far away it is looked at from.
import cytoscape, { type Core, type ElementDefinition, type StylesheetJson } from 'cytoscape';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRoute, navigate } from '../../../session/router.ts';
import { conceptsStore, type Neighbourhood } from '../concepts-store.ts';
import { alongNow } from '../filter/use-looks.ts';
import type { Shifts } from '../layout/shifted.ts';
import { askWhy } from '../why/ask-why.ts';
import { canvasElements, type Drawn, GONE, MORE } from './canvas-elements.ts';
import { canvasStyle } from './canvas-style.ts';
import { startGrab } from './grab.ts';
import { followPointer } from './pointed.ts';
import { syncElements } from './sync-elements.ts';
import { allowZoom, MOST_ZOOM, READABLE, settle } from './viewport.ts';

const PREFIX = new RegExp(`^(${MORE}|${GONE})`);

/** Opens a concept in the same dimension, or shows more of the one in focus. */
export function openNode(id: string, neighbourhood: Neighbourhood): void {
  const token = id.replace(PREFIX, '');
  if (id.startsWith(MORE) && token === neighbourhood.focus) void conceptsStore.getState().showMore();
  else if (token !== neighbourhood.focus)
    navigate(formatRoute('concepts', token, { dim: neighbourhood.dimension, ...alongNow() }));
}

/** Whether a picture is looked at from far away; nothing while its elements are not marked yet. */
const isFar = new WeakMap<Core, boolean>();

/** From so far away boxes are marks. */
function markFar(cy: Core): void {
  const far = cy.zoom() < READABLE;
  if (isFar.get(cy) === far) return;
  isFar.set(cy, far);
  cy.batch(() => cy.elements().toggleClass('far', far));
}

/** What is in sight, as the journeys and `bench:ui` read it; beside the canvas: cytoscape measures its box anew when one says it there. */
function sayView(cy: Core): void {
  const around = cy.container()?.parentElement;
  const { x, y } = cy.pan();
  if (around) around.dataset.view = [cy.zoom(), x, y].map((value) => value.toFixed(3)).join(' ');
}

/** What the canvas shows, and what opening a box of it does. */
export interface Picture {
  /** What is looked at: another one opens anew, the same one changes in place. */
  readonly what: string;
  /** Null while where things stand is not known yet. */
  readonly elements: readonly ElementDefinition[] | null;
  readonly style: () => StylesheetJson;
  readonly open: (id: string) => void;
  /** It takes two clicks to open a box: one selects it. */
  readonly isEdited?: boolean;
  /** Asks why a line is there. */
  readonly why?: (edgeId: number) => void;
}

function mount(container: HTMLDivElement, latest: RefObject<Picture>): Core {
  const cy = cytoscape({
    container,
    style: latest.current.style(),
    layout: { name: 'preset' },
    maxZoom: MOST_ZOOM,
    boxSelectionEnabled: false,
    selectionType: 'single',
  });
  // Cytoscape calls two quick clicks a double one, on whatever they fell.
  let tapped: readonly string[] = [];
  cy.on('tap dbltap', 'node', ({ type, target }) => {
    const id = String(target.id());
    if (type === 'tap') tapped = [...tapped.slice(-1), id];
    const opensBy = latest.current.isEdited && !id.startsWith(MORE) ? 'dbltap' : 'tap';
    if (type === opensBy && (type === 'tap' || tapped.every((one) => one === id))) latest.current.open(id);
  });
  cy.on('tap', 'edge[edgeId]', (event) => latest.current.why?.(Number(event.target.data('edgeId'))));
  startGrab(cy);
  followPointer(cy);
  cy.on('viewport', () => {
    markFar(cy);
    sayView(cy);
  });
  return cy;
}

export function useCytoscape(box: RefObject<HTMLDivElement | null>, picture: Picture): Core | null {
  const [core, setCore] = useState<Core | null>(null);
  const latest = useRef(picture);
  latest.current = picture;
  const shown = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (!box.current) return;
    const cy = mount(box.current, latest);
    const repaint = () => cy.style(latest.current.style());
    void document.fonts.load('12px "JetBrains Mono Variable"').then(repaint);
    const theme = new MutationObserver(repaint);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] });
    cy.on('resize', () => allowZoom(cy));
    setCore(cy);
    return () => {
      theme.disconnect();
      setCore(null);
      shown.current = null;
      cy.destroy();
    };
  }, [box]);

  const { what, elements } = picture;
  useEffect(() => {
    if (!core || elements === null) return;
    const isSame = shown.current === what;
    if (!isSame) {
      core.elements().remove();
      core.style(latest.current.style());
    }
    syncElements(core, elements);
    if (isSame) allowZoom(core);
    else settle(core);
    shown.current = what;
    isFar.delete(core);
    markFar(core);
    sayView(core);
  }, [core, what, elements]);
  return core;
}

interface TreeLook {
  readonly drawn: Drawn;
  /** Boxes that were put elsewhere. */
  readonly shifts: Shifts;
  readonly isEdited: boolean;
}

/** A neighbourhood as a picture: one dimension's tree. */
export function useTreePicture(neighbourhood: Neighbourhood, { drawn, shifts, isEdited }: TreeLook): Picture {
  const { t } = useTranslation();
  const elements = useMemo(
    () => canvasElements(neighbourhood, (count) => t('concepts.moreChildren', { count }), drawn, shifts),
    [neighbourhood, drawn, shifts, t],
  );
  return {
    what: `${neighbourhood.focus}\n${neighbourhood.dimension}`,
    elements,
    style: () => canvasStyle(neighbourhood.dimension),
    open: (id) => openNode(id, neighbourhood),
    isEdited,
    why: askWhy,
  };
}
