// Above the list: waiting, given up or done, and which queue.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { jobsStore, VIEWS } from '../../session/jobs-store.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { formatCount } from '../../ui/format.ts';
import { Segments } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import styles from './jobs.module.css';

export function Toolbar() {
  const { t } = useTranslation();
  const { live, view, kind, list, total, show } = useStore(jobsStore);
  return (
    <div className={styles.toolbar}>
      <Segments
        label={t('jobs.view')}
        value={view}
        onChange={(next) => show({ view: next })}
        options={VIEWS.map((value) => ({ value, label: t(`jobs.status.${value}`) }))}
      />
      <Choice
        label={t('jobs.kindLabel')}
        value={kind}
        onChange={(next) => show({ kind: next })}
        options={[
          { value: 'all', label: t('jobs.allKinds') },
          ...(live?.counts ?? []).map((of) => ({ value: of.kind, label: of.title })),
        ]}
      />
      <AsOf />
      <span className={styles.counts}>
        {list === null
          ? ''
          : t('jobs.counts', { shown: formatCount(list.length), total: formatCount(total) })}
      </span>
    </div>
  );
}
