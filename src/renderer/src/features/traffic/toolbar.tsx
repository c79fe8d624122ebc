// Above the list: search, filter chips, pause, and how much of the log is shown.
import { Pause, Play } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatCount } from '../../app/format.ts';
import { Button, Segments } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { FILTERS } from './gather.ts';
import styles from './traffic.module.css';
import { trafficStore } from './traffic-store.ts';

export function Toolbar({ searchRef }: { searchRef: Ref<HTMLInputElement> }) {
  const { t } = useTranslation();
  const { search, filter, setCriteria, paused, setPaused, total, held } = useStore(trafficStore);
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <SearchField
          label={t('traffic.search')}
          placeholder={t('traffic.searchShort')}
          value={search}
          onChange={(value) => setCriteria({ search: value })}
          inputRef={searchRef}
          hint="/"
        />
      </div>
      <div className={styles.filters}>
        <Segments
          label={t('traffic.filter')}
          value={filter}
          onChange={(value) => setCriteria({ filter: value })}
          options={FILTERS.map((value) => ({ value, label: t(`traffic.filters.${value}`) }))}
        />
      </div>
      <span className={styles.counts}>
        {total === held
          ? t('traffic.countsAll', { held: formatCount(held) })
          : t('traffic.counts', { shown: formatCount(total), held: formatCount(held) })}
      </span>
      <Button
        icon={
          paused ? (
            <Play size={14} strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <Pause size={14} strokeWidth={1.75} aria-hidden="true" />
          )
        }
        onPress={() => setPaused(!paused)}
      >
        {paused ? t('traffic.resume') : t('traffic.pause')}
      </Button>
    </div>
  );
}
