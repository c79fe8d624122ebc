// Says which dimension lies over the one that is drawn, how much of it is in sight, and takes it off.
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DimensionMark } from '../../../session/marks.tsx';
import { useRoute } from '../../../session/router.ts';
import { formatCount } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import type { Neighbourhood } from '../concepts-store.ts';
import { changeLooks } from '../filter/use-looks.ts';
import styles from './overlay.module.css';

export function OverBar({ neighbourhood: { over, dimension } }: { neighbourhood: Neighbourhood }) {
  const { t } = useTranslation();
  const { view } = useRoute().query;
  if (over === null) return null;
  return (
    <div className={styles.bar}>
      <span role="status">
        <DimensionMark name={dimension} /> + <DimensionMark name={over.dimension} />{' '}
        {t('concepts.overlay.said', {
          edges: formatCount(over.edges.length),
          elsewhere: formatCount(over.elsewhere),
        })}
      </span>{' '}
      {view === 'table' ? null : <span className={styles.hint}>{t('concepts.overlay.compare')}</span>}
      <span className="push" />
      <IconButton icon={X} label={t('concepts.overlay.end')} onPress={() => changeLooks({ over: null })} />
    </div>
  );
}
