// Where one is in the whole picture: there only while not all of it is in sight; a press or a drag on it moves what is. By keyboard the
// picture itself is walked, and fitted. Painted at most once a frame.
import type { BoundingBox12, Core } from 'cytoscape';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './canvas.module.css';
import { colours } from './canvas-style.ts';

const WIDTH = 148;
const HEIGHT = 96;
const MARGIN = 6;
/** So much of the picture may be out of sight before it is worth a map, in pixels of the window. */
const SPARE = 24;

interface Scale {
  readonly box: BoundingBox12;
  readonly by: number;
  readonly left: number;
  readonly top: number;
}

function scaleOf(cy: Core): Scale {
  const box = cy.elements().boundingBox();
  const by = Math.min((WIDTH - 2 * MARGIN) / Math.max(1, box.w), (HEIGHT - 2 * MARGIN) / Math.max(1, box.h));
  return { box, by, left: (WIDTH - box.w * by) / 2, top: (HEIGHT - box.h * by) / 2 };
}

function isAllInSight(cy: Core, { box }: Scale): boolean {
  const { x, y } = cy.pan();
  const zoom = cy.zoom();
  return (
    box.x1 * zoom + x >= -SPARE &&
    box.y1 * zoom + y >= -SPARE &&
    box.x2 * zoom + x <= cy.width() + SPARE &&
    box.y2 * zoom + y <= cy.height() + SPARE
  );
}

const surface = (canvas: HTMLCanvasElement, dots: number): CanvasRenderingContext2D | null => {
  canvas.width = WIDTH * dots;
  canvas.height = HEIGHT * dots;
  const context = canvas.getContext('2d');
  context?.setTransform(dots, 0, 0, dots, 0, 0);
  return context;
};

/** All the marks, kept as a picture: while one only looks elsewhere they stay as they are. */
function marksPicture(cy: Core, { box, by, left, top }: Scale): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const context = surface(canvas, window.devicePixelRatio);
  if (!context) return canvas;
  const colour = colours();
  cy.nodes('[place != "joint"]').forEach((node) => {
    const { x, y } = node.position();
    const [width, height] = [Math.max(2, node.width() * by), Math.max(1.5, node.height() * by)];
    context.fillStyle = node.data('place') === 'focus' ? colour.accent : colour.mark;
    context.fillRect(
      left + (x - box.x1) * by - width / 2,
      top + (y - box.y1) * by - height / 2,
      width,
      height,
    );
  });
  return canvas;
}

function paint(
  canvas: HTMLCanvasElement,
  cy: Core,
  { box, by, left, top }: Scale,
  marks: HTMLCanvasElement,
): void {
  const context = surface(canvas, window.devicePixelRatio);
  if (!context) return;
  context.drawImage(marks, 0, 0, WIDTH, HEIGHT);
  const seen = cy.extent();
  context.strokeStyle = colours().accent;
  context.lineWidth = 1.5;
  context.strokeRect(left + (seen.x1 - box.x1) * by, top + (seen.y1 - box.y1) * by, seen.w * by, seen.h * by);
}

export function Minimap({ cy }: { cy: Core }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isThere, setThere] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: painted anew once it is there
  useEffect(() => {
    let asked = 0;
    let scale: Scale | null = null;
    let marks: HTMLCanvasElement | null = null;
    const look = () => {
      asked = 0;
      scale ??= scaleOf(cy);
      const wanted = cy.nodes().nonempty() && !isAllInSight(cy, scale);
      setThere(wanted);
      if (!wanted || !canvas.current) return;
      marks ??= marksPicture(cy, scale);
      paint(canvas.current, cy, scale, marks);
    };
    const ask = () => {
      if (asked === 0) asked = requestAnimationFrame(look);
    };
    const anew = () => {
      scale = null;
      marks = null;
      ask();
    };
    look();
    cy.on('viewport resize', ask);
    cy.on('add remove position data', anew);
    const theme = new MutationObserver(anew);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] });
    return () => {
      cancelAnimationFrame(asked);
      theme.disconnect();
      cy.removeListener('viewport resize', ask);
      cy.removeListener('add remove position data', anew);
    };
  }, [cy, isThere]);
  if (!isThere) return null;
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = event.currentTarget.getBoundingClientRect();
    const { box, by, left, top } = scaleOf(cy);
    const x = (event.clientX - at.left - left) / by + box.x1;
    const y = (event.clientY - at.top - top) / by + box.y1;
    cy.pan({ x: cy.width() / 2 - x * cy.zoom(), y: cy.height() / 2 - y * cy.zoom() });
  };
  return (
    <div className={styles.minimap} title={t('concepts.looks.minimap')} aria-hidden="true" data-over>
      <canvas
        ref={canvas}
        data-minimap
        style={{ width: WIDTH, height: HEIGHT }}
        onPointerDown={move}
        onPointerMove={move}
      />
    </div>
  );
}
