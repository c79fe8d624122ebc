// The buttons at the canvas' lower right: zoom, everything, back to the concept.
import type { Core } from 'cytoscape';
import { Crosshair, Maximize, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/inputs/button.tsx';
import styles from './canvas.module.css';
import { LegendButton } from './legend.tsx';
import { ZOOM_STEP, zoomBy } from './use-walk.ts';
import { fitAll, settle } from './viewport.ts';

export function Controls({ cy, children }: { cy: Core | null; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.controls} data-over>
      {children}
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
  );
}
