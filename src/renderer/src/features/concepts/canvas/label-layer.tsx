// The names over marks: a second canvas above cytoscape's that follows it frame by frame. Empty while boxes hold their names.
import type { Core, NodeSingular } from 'cytoscape';
import { useEffect, useRef } from 'react';
import { BOX_HEIGHT } from '../layout/tree-layout.ts';
import styles from './canvas.module.css';
import { colours } from './canvas-style.ts';
import { LABEL_SIZE, type Mark, type PlacedLabel, placeLabels } from './labels.ts';
import { POINTS, pointedAt } from './pointed.ts';
import { READABLE } from './viewport.ts';

const FONT = `500 ${String(LABEL_SIZE)}px "JetBrains Mono Variable", monospace`;
/** What is contested comes before its equals. */
const CONTESTED = 0.5;

/** Smaller is more important; below 0 in any case. */
function rankOf(node: NodeSingular, pointed: string | null): number {
  const { place, depth, below, contested } = node.data() as Record<string, never>;
  if (node.hasClass('cursor')) return -3;
  if (node.id() === pointed) return -2;
  if (place === 'focus') return -1;
  if (place === 'above') return 1;
  const deep = 4 + 4 * (Number(depth ?? 1) - 1);
  return deep + (Number(below) > 0 ? 1 / (1 + Number(below)) : 2) - (contested ? CONTESTED : 0);
}

function marksOf(cy: Core): Mark[] {
  const pointed = pointedAt(cy);
  return cy.nodes('[place != "joint"]').map((node) => {
    const { x, y } = node.position();
    const label = `${String(node.data('label'))}${node.data('contested') ? ' ?' : ''}`;
    const isLeaf = node.data('place') !== 'focus' && Number(node.data('below')) === 0;
    return {
      ...{
        id: node.id(),
        label,
        x,
        y,
        isLeaf,
        rank: rankOf(node, pointed),
        group: String(node.data('parentToken') ?? ''),
      },
      ...{ width: Number(node.data('width')), height: BOX_HEIGHT },
    };
  });
}

/** Paints what is in sight. */
function paint(canvas: HTMLCanvasElement, cy: Core, labels: readonly PlacedLabel[]): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const [width, height, dots] = [cy.width(), cy.height(), window.devicePixelRatio];
  if (canvas.width !== Math.round(width * dots) || canvas.height !== Math.round(height * dots)) {
    canvas.width = Math.round(width * dots);
    canvas.height = Math.round(height * dots);
  }
  context.setTransform(dots, 0, 0, dots, 0, 0);
  context.clearRect(0, 0, width, height);
  if (labels.length === 0) return;
  const colour = colours();
  const pan = cy.pan();
  const pointed = pointedAt(cy);
  context.font = FONT;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { id, text, x1, y1, x2, y2 } of labels) {
    if (x2 + pan.x < 0 || x1 + pan.x > width || y2 + pan.y < 0 || y1 + pan.y > height) continue;
    const node = cy.getElementById(id);
    const isMarked =
      id === pointed ||
      node.data('place') === 'focus' ||
      ['cursor', 'selected'].some((mark) => node.hasClass(mark));
    context.beginPath();
    context.roundRect(x1 + pan.x, y1 + pan.y, x2 - x1, y2 - y1, 4);
    context.fillStyle = node.data('place') === 'focus' ? colour.focusFill : colour.fill;
    context.fill();
    context.strokeStyle = isMarked ? colour.accent : colour.border;
    context.lineWidth = isMarked ? 1.5 : 1;
    context.stroke();
    context.fillStyle = colour.text;
    context.fillText(text, (x1 + x2) / 2 + pan.x, (y1 + y2) / 2 + pan.y + 0.5);
  }
}

export function LabelLayer({ cy }: { cy: Core }) {
  const layer = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let placed: readonly PlacedLabel[] = [];
    let zoom = 0;
    const place = () => {
      zoom = cy.zoom();
      placed = zoom >= READABLE ? [] : placeLabels(marksOf(cy), zoom);
      if (layer.current) layer.current.dataset.labels = String(placed.length);
    };
    const frame = () => {
      if (cy.zoom() !== zoom) place();
      if (layer.current) paint(layer.current, cy, placed);
    };
    const anew = () => {
      zoom = 0;
    };
    // Cytoscape paints nothing for it, so that no frame comes by itself.
    const pointed = () => {
      if (cy.zoom() >= READABLE) return;
      anew();
      frame();
    };
    place();
    frame();
    cy.on(POINTS, pointed);
    cy.on('render', frame);
    cy.on('add remove position data', anew);
    cy.on('class', 'node', anew);
    return () => {
      cy.removeListener(POINTS, pointed);
      cy.removeListener('render', frame);
      cy.removeListener('add remove position data', anew);
      cy.removeListener('class', 'node', anew);
    };
  }, [cy]);
  return (
    <div className={styles.labels} aria-hidden="true">
      <canvas ref={layer} data-label-layer />
    </div>
  );
}
