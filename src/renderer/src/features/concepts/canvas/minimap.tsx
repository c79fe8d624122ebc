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

function paint(canvas: HTMLCanvasElement, cy: Core, { box, by, left, top }: Scale): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const dots = window.devicePixelRatio;
  canvas.width = WIDTH * dots;
  canvas.height = HEIGHT * dots;
  context.setTransform(dots, 0, 0, dots, 0, 0);
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
  const seen = cy.extent();
  context.strokeStyle = colour.accent;
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
    const look = () => {
      asked = 0;
      const scale = scaleOf(cy);
      const wanted = cy.nodes().nonempty() && !isAllInSight(cy, scale);
      setThere(wanted);
      if (wanted && canvas.current) paint(canvas.current, cy, scale);
    };
    const ask = () => {
      if (asked === 0) asked = requestAnimationFrame(look);
    };
    look();
    cy.on('viewport resize add remove position', ask);
    const theme = new MutationObserver(ask);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] });
    return () => {
      cancelAnimationFrame(asked);
      theme.disconnect();
      cy.removeListener('viewport resize add remove position', ask);
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
