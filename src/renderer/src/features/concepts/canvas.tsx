// The canvas: one dimension as a tidy tree on cytoscape's canvas renderer, the ring of dimension chips over it as real
// links, controls, legend, and a keyboard walk whose place is read out. Everything on it is also in the table.
import cytoscape, { type Core } from 'cytoscape';
import { Crosshair, Maximize, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRoute, navigate } from '../../session/router.ts';
import { formatCount } from '../../ui/format.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import styles from './canvas.module.css';
import { canvasElements, MORE } from './canvas-elements.ts';
import { canvasStyle } from './canvas-style.ts';
import { conceptsStore, type Neighbourhood } from './concepts-store.ts';
import { DimensionRing } from './dimension-ring.tsx';
import { Legend } from './legend.tsx';
import { walk } from './walk.ts';

const LEAST_ZOOM = 0.25;
const MOST_ZOOM = 2;
const ZOOM_STEP = 1.25;
/** What a neighbourhood opens at, so that its words can be read. */
const SMALLEST = 0.8;
const LARGEST = 1.15;
const MARGIN = 48;

interface CanvasProps {
  readonly neighbourhood: Neighbourhood;
  readonly ring: boolean;
}

/** Nothing smaller than can be read; the focus in the middle from side to side, or as near to it as the tree fits. */
function settle(cy: Core): void {
  const box = cy.elements().boundingBox();
  const [w, h] = [cy.width() - 2 * MARGIN, cy.height() - 2 * MARGIN];
  const side = 2 * Math.max(-box.x1, box.x2);
  const zoom = Math.min(LARGEST, Math.max(SMALLEST, Math.min(w / side, h / box.h)));
  const overhang = (half: number, low: number, high: number) =>
    high - low > 2 * half ? 0 : Math.max(0, high - half) + Math.min(0, low + half);
  const x = overhang(w / 2 / zoom, box.x1, box.x2);
  const tall = box.h * zoom > h;
  const y = tall ? Math.min(0, box.y1 + h / 2 / zoom) : (box.y1 + box.y2) / 2;
  cy.viewport({ zoom, pan: { x: cy.width() / 2 - x * zoom, y: cy.height() / 2 - y * zoom } });
}

/** Opens a concept in the same dimension, or shows more of the one in focus. */
function openNode(id: string, neighbourhood: Neighbourhood): void {
  const token = id.startsWith(MORE) ? id.slice(MORE.length) : id;
  if (id.startsWith(MORE) && token === neighbourhood.focus) void conceptsStore.getState().showMore();
  else if (token !== neighbourhood.focus)
    navigate(formatRoute('concepts', token, { dim: neighbourhood.dimension }));
}

/** Mounts cytoscape for a neighbourhood and keeps its colours in step with the theme. */
function useCytoscape(box: RefObject<HTMLDivElement | null>, neighbourhood: Neighbourhood): Core | null {
  const { t } = useTranslation();
  const [core, setCore] = useState<Core | null>(null);
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const cy = cytoscape({
      container,
      elements: canvasElements(neighbourhood, (count) => t('concepts.moreChildren', { count })),
      style: canvasStyle(neighbourhood.dimension),
      layout: { name: 'preset' },
      minZoom: LEAST_ZOOM,
      maxZoom: MOST_ZOOM,
      autoungrabify: true,
      boxSelectionEnabled: false,
      selectionType: 'single',
    });
    settle(cy);
    cy.on('tap', 'node', (event) => openNode(String(event.target.id()), neighbourhood));
    cy.on('mouseover', 'node', (event) => {
      event.target.addClass('hover');
      container.style.cursor = 'pointer';
    });
    cy.on('mouseout', 'node', (event) => {
      event.target.removeClass('hover');
      container.style.cursor = '';
    });
    const repaint = () => cy.style(canvasStyle(neighbourhood.dimension));
    void document.fonts.load('12px "JetBrains Mono Variable"').then(repaint);
    const theme = new MutationObserver(repaint);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] });
    setCore(cy);
    return () => {
      theme.disconnect();
      setCore(null);
      cy.destroy();
    };
  }, [box, neighbourhood, t]);
  return core;
}

export function Canvas({ neighbourhood, ring }: CanvasProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const cy = useCytoscape(box, neighbourhood);
  const { cursor, onKeyDown, said } = useWalk(cy, neighbourhood);
  const zoom = (factor: number) =>
    cy?.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
  return (
    <div className={styles.box}>
      <div
        ref={box}
        className={styles.canvas}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing is walked with the arrow keys.
        tabIndex={0}
        aria-label={t('concepts.canvas', {
          token: neighbourhood.focus,
          dimension: neighbourhood.dimension,
          shown: formatCount(neighbourhood.shown),
          total: formatCount(neighbourhood.total),
        })}
        onKeyDown={onKeyDown}
        data-cursor={cursor ?? ''}
      />
      {cy && ring ? <DimensionRing cy={cy} neighbourhood={neighbourhood} /> : null}
      <div className={styles.controls}>
        <IconButton icon={Plus} label={t('concepts.zoomIn')} onPress={() => zoom(ZOOM_STEP)} />
        <IconButton icon={Minus} label={t('concepts.zoomOut')} onPress={() => zoom(1 / ZOOM_STEP)} />
        <IconButton icon={Maximize} label={t('concepts.fit')} onPress={() => cy?.fit(undefined, MARGIN)} />
        <IconButton icon={Crosshair} label={t('concepts.reset')} onPress={() => cy && settle(cy)} />
      </div>
      <Legend />
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}

/** The keyboard's place on the canvas: marks it, keeps it in view, and words it. */
function useWalk(cy: Core | null, neighbourhood: Neighbourhood) {
  const { t } = useTranslation();
  const [cursor, setCursor] = useState<string | null>(null);
  const nodes = neighbourhood.nodes.map((n) => ({ token: n.concept.token, parent: n.parent }));
  useEffect(() => {
    cy?.nodes('.cursor').removeClass('cursor');
    if (!cy || cursor === null) return;
    const node = cy.getElementById(cursor);
    node.addClass('cursor');
    const { x1, y1, x2, y2 } = node.renderedBoundingBox();
    if (x1 < 0 || y1 < 0 || x2 > cy.width() || y2 > cy.height()) cy.center(node);
  }, [cy, cursor]);
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && cursor !== null) {
      openNode(cursor, neighbourhood);
      return;
    }
    const next = walk(nodes, cursor ?? neighbourhood.focus, event.key);
    if (next === null) return;
    event.preventDefault();
    setCursor(next);
  };
  return { cursor, onKeyDown, said };
}
