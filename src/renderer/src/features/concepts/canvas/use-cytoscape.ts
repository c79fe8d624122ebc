// Cytoscape on the canvas: mounted once, kept in step with the neighbourhood, the theme and how far away it is looked at from.
import cytoscape, { type Core } from 'cytoscape';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRoute, navigate } from '../../../session/router.ts';
import { conceptsStore, type Neighbourhood } from '../concepts-store.ts';
import { canvasElements, MORE } from './canvas-elements.ts';
import { canvasStyle } from './canvas-style.ts';
import { syncElements } from './sync-elements.ts';
import { allowZoom, MOST_ZOOM, READABLE, settle } from './viewport.ts';

/** Opens a concept in the same dimension, or shows more of the one in focus. */
export function openNode(id: string, neighbourhood: Neighbourhood): void {
  const token = id.startsWith(MORE) ? id.slice(MORE.length) : id;
  if (id.startsWith(MORE) && token === neighbourhood.focus) void conceptsStore.getState().showMore();
  else if (token !== neighbourhood.focus)
    navigate(formatRoute('concepts', token, { dim: neighbourhood.dimension }));
}

/** From so far away boxes are marks. */
function markFar(cy: Core): void {
  const far = cy.zoom() < READABLE;
  if (cy.scratch('far') === far) return;
  cy.scratch('far', far);
  cy.batch(() => cy.elements().toggleClass('far', far));
}

/** What is in sight, as the journeys and `bench:ui` read it. */
function sayView(cy: Core): void {
  const container = cy.container();
  const { x, y } = cy.pan();
  if (container) container.dataset.view = [cy.zoom(), x, y].map((value) => value.toFixed(3)).join(' ');
}

function mount(container: HTMLDivElement, latest: RefObject<Neighbourhood>): Core {
  const cy = cytoscape({
    container,
    style: canvasStyle(latest.current.dimension),
    layout: { name: 'preset' },
    maxZoom: MOST_ZOOM,
    autoungrabify: true,
    boxSelectionEnabled: false,
    selectionType: 'single',
  });
  cy.on('tap', 'node', (event) => openNode(String(event.target.id()), latest.current));
  cy.on('mouseover', 'node', (event) => {
    event.target.addClass('hover');
    container.style.cursor = 'pointer';
  });
  cy.on('mouseout', 'node', (event) => {
    event.target.removeClass('hover');
    container.style.cursor = '';
  });
  cy.on('viewport', () => {
    markFar(cy);
    sayView(cy);
  });
  return cy;
}

/** What is looked at: another one opens anew, the same one changes in place. */
const whatOf = ({ focus, dimension }: Neighbourhood) => `${focus}\n${dimension}`;

export function useCytoscape(
  box: RefObject<HTMLDivElement | null>,
  neighbourhood: Neighbourhood,
): Core | null {
  const { t } = useTranslation();
  const [core, setCore] = useState<Core | null>(null);
  const latest = useRef(neighbourhood);
  latest.current = neighbourhood;
  const shown = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (!box.current) return;
    const cy = mount(box.current, latest);
    const repaint = () => cy.style(canvasStyle(latest.current.dimension));
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

  useEffect(() => {
    if (!core) return;
    const elements = canvasElements(neighbourhood, (count) => t('concepts.moreChildren', { count }));
    const what = whatOf(neighbourhood);
    const isSame = shown.current === what;
    if (!isSame) {
      core.elements().remove();
      core.style(canvasStyle(neighbourhood.dimension));
    }
    syncElements(core, elements);
    if (isSame) allowZoom(core);
    else settle(core);
    shown.current = what;
    core.scratch('far', null);
    markFar(core);
    sayView(core);
  }, [core, neighbourhood, t]);
  return core;
}
