// Above the queue: which part of it or its journal, search, kind.
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { AsOf } from '../../ui/as-of.tsx';
import { formatCount } from '../../ui/format.ts';
import { Segments } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import styles from './conflicts.module.css';
import { type Criteria, conflictsStore } from './conflicts-store.ts';

const TYPES = ['all', 'isa_isa', 'ispart_ispart', 'misclassification', 'cycle', 'correction'] as const;

/** The parts of this screen, as its address has them. */
export const TABS = ['open', 'snoozed', 'decided', 'journal'] as const;
export type Tab = (typeof TABS)[number];

interface ToolbarProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly field: Ref<HTMLInputElement>;
  /** Beside an open conflict there is room for the essentials only. */
  readonly beside: boolean;
}

export function Toolbar({ tab, onTab, field, beside }: ToolbarProps) {
  const { t } = useTranslation();
  const { search, type, list, total, open, setCriteria } = useStore(conflictsStore);
  const label = (value: Criteria['type']) =>
    value === 'all' ? t('conflicts.allTypes') : t(`conflicts.kind.${value}`);
  return (
    <div className={styles.toolbar} data-beside={beside}>
      <div className={styles.tabs}>
        <Segments
          label={t('conflicts.view')}
          value={tab}
          onChange={onTab}
          options={TABS.map((value) => ({
            value,
            label:
              value === 'open' && open > 0 ? (
                <>
                  {t('conflicts.tab.open')} <span className={styles.openCount}>{formatCount(open)}</span>
                </>
              ) : (
                t(`conflicts.tab.${value}`)
              ),
          }))}
        />
      </div>
      {tab === 'journal' ? null : (
        <>
          <div className={styles.search}>
            <SearchField
              label={t('conflicts.search')}
              placeholder={t('conflicts.search')}
              value={search}
              onChange={(value) => setCriteria({ search: value })}
              inputRef={field}
              hint="/"
            />
          </div>
          <div className={styles.kind}>
            <Choice
              label={t('conflicts.type')}
              value={type}
              onChange={(value) => setCriteria({ type: value })}
              options={TYPES.map((value) => ({ value, label: label(value) }))}
            />
          </div>
          <AsOf />
          <span className={styles.counts}>
            {list === null
              ? ''
              : t('conflicts.counts', { shown: formatCount(list.length), total: formatCount(total) })}
          </span>
        </>
      )}
    </div>
  );
}
