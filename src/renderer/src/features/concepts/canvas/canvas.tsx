// The canvas: one dimension as a tidy tree on cytoscape's canvas renderer, the dimensions over it as real links, controls,
// legend, and a keyboard walk whose place is read out. Everything on it is also in the table.
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../ui/format.ts';
import type { Neighbourhood } from '../concepts-store.ts';
import styles from './canvas.module.css';
import { Controls } from './controls.tsx';
import { DimensionRing } from './dimension-ring.tsx';
import { LabelLayer } from './label-layer.tsx';
import { Legend } from './legend.tsx';
import { Minimap } from './minimap.tsx';
import { useCytoscape, useTreePicture } from './use-cytoscape.ts';
import { useWalk } from './use-walk.ts';

interface CanvasProps {
  readonly neighbourhood: Neighbourhood;
  readonly ring: boolean;
}

export function Canvas({ neighbourhood, ring }: CanvasProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const cy = useCytoscape(box, useTreePicture(neighbourhood));
  const { cursor, onKeyDown, said } = useWalk(cy, neighbourhood);
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
      {cy ? <LabelLayer cy={cy} /> : null}
      {cy && ring ? <DimensionRing cy={cy} neighbourhood={neighbourhood} /> : null}
      {cy ? <Minimap cy={cy} /> : null}
      <Controls cy={cy} />
      <div className={styles.legendBox} data-over>
        <Legend />
      </div>
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}
