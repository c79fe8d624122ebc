// The canvas: one dimension as a tidy tree on cytoscape's canvas renderer, the dimensions over it as real links, controls,
// legend, and a keyboard walk whose place is read out. Everything on it is also in the table.
import { Crosshair, Maximize, Minus, Plus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import type { Neighbourhood } from '../concepts-store.ts';
import styles from './canvas.module.css';
import { DimensionRing } from './dimension-ring.tsx';
import { LabelLayer } from './label-layer.tsx';
import { Legend, LegendButton } from './legend.tsx';
import { useCytoscape } from './use-cytoscape.ts';
import { useWalk, ZOOM_STEP, zoomBy } from './use-walk.ts';
import { fitAll, settle } from './viewport.ts';

interface CanvasProps {
  readonly neighbourhood: Neighbourhood;
  readonly ring: boolean;
}

export function Canvas({ neighbourhood, ring }: CanvasProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const cy = useCytoscape(box, neighbourhood);
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
      <div className={styles.controls} data-over>
        <LegendButton />
        <IconButton icon={Plus} label={t('concepts.zoomIn')} onPress={() => cy && zoomBy(cy, ZOOM_STEP)} />
        <IconButton
          icon={Minus}
          label={t('concepts.zoomOut')}
          onPress={() => cy && zoomBy(cy, 1 / ZOOM_STEP)}
        />
        <IconButton icon={Maximize} label={t('concepts.fit')} onPress={() => cy && fitAll(cy)} />
        <IconButton icon={Crosshair} label={t('concepts.reset')} onPress={() => cy && settle(cy)} />
      </div>
      <div className={styles.legendBox} data-over>
        <Legend />
      </div>
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}
