// The row above the list: which task, a search, asking for another.
import { Plus } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatCount } from '../../ui/format.ts';
import { Button, Segments } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { askStore } from './ask/ask-store.ts';
import styles from './briefs.module.css';
import { briefsStore, type Criteria } from './briefs-store.ts';
import { TASKS } from './words.ts';

interface ToolbarProps {
  readonly field: Ref<HTMLInputElement>;
  /** Beside an open brief there is room for the essentials only. */
  readonly beside: boolean;
}

export function Toolbar({ field, beside }: ToolbarProps) {
  const { t } = useTranslation();
  const { task, search, list, total, narrow } = useStore(briefsStore);
  return (
    <div className={styles.toolbar} data-beside={beside}>
      <div className={styles.tabs}>
        <Segments<Criteria['task']>
          label={t('briefs.filter')}
          value={task}
          onChange={(next) => narrow({ task: next })}
          options={[
            { value: 'all', label: t('briefs.all') },
            ...TASKS.map((value) => ({ value, label: t(`briefs.task.${value}`) })),
          ]}
        />
      </div>
      <div className={styles.search}>
        <SearchField
          label={t('briefs.search')}
          placeholder={t('briefs.search')}
          value={search}
          onChange={(value) => narrow({ search: value })}
          inputRef={field}
          hint="/"
        />
      </div>
      <span className={styles.counts}>
        {list === null
          ? ''
          : t('briefs.counts', { shown: formatCount(list.length), total: formatCount(total) })}
      </span>
      <Button
        icon={Plus}
        variant="primary"
        label={t('briefs.askFor')}
        onPress={() => askStore.getState().open()}
      >
        <span className={styles.buttonWord}>{t('briefs.askFor')}</span>
      </Button>
    </div>
  );
}
