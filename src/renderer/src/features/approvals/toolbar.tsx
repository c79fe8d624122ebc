// Above the lists: what waits, what was, the rules; search, and in the history what became of it.
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ApprovalStatus } from '../../../../shared/model/approval.ts';
import { approvalsStore } from '../../session/approval/approvals-store.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { formatCount } from '../../ui/format.ts';
import { Segments } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import styles from './approvals.module.css';
import { historyStore, type StatusChoice } from './history-store.ts';

/** The parts of this screen, as its address has them. */
export const TABS = ['waiting', 'history', 'rules'] as const;
export type Tab = (typeof TABS)[number];

const STATUSES = [
  'pending',
  'approved',
  'denied',
  'expired',
  'replaced',
] as const satisfies readonly ApprovalStatus[];

interface ToolbarProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly field: Ref<HTMLInputElement>;
  /** Beside an open card there is room for the essentials only. */
  readonly beside: boolean;
  readonly shown: number | null;
}

export function Toolbar({ tab, onTab, search, onSearch, field, beside, shown }: ToolbarProps) {
  const { t } = useTranslation();
  const waiting = useStore(approvalsStore, (s) => s.live?.pending.length ?? 0);
  return (
    <div className={styles.toolbar} data-beside={beside}>
      <div className={styles.tabs}>
        <Segments
          label={t('approvals.view')}
          value={tab}
          onChange={onTab}
          options={TABS.map((value) => ({
            value,
            label:
              value === 'waiting' && waiting > 0 ? (
                <>
                  {t('approvals.tab.waiting')} <span className={styles.count}>{formatCount(waiting)}</span>
                </>
              ) : (
                t(`approvals.tab.${value}`)
              ),
          }))}
        />
      </div>
      {tab === 'rules' ? null : (
        <div className={styles.search}>
          <SearchField
            label={t('approvals.search')}
            placeholder={t('approvals.search')}
            value={search}
            onChange={onSearch}
            inputRef={field}
            hint="/"
          />
        </div>
      )}
      {tab === 'history' ? <Status /> : null}
      <AsOf />
      <span className={styles.counts}>{shown === null ? '' : <Counts tab={tab} shown={shown} />}</span>
    </div>
  );
}

function Status() {
  const { t } = useTranslation();
  const { status, show } = useStore(historyStore);
  return (
    <Choice<StatusChoice>
      label={t('approvals.status')}
      value={status}
      onChange={show}
      options={[
        { value: 'all', label: t('approvals.allStatuses') },
        ...STATUSES.map((value) => ({ value, label: t(`approval.status.${value}`) })),
      ]}
    />
  );
}

/** How many are shown, of how many. */
function Counts({ tab, shown }: { tab: Tab; shown: number }) {
  const { t } = useTranslation();
  const live = useStore(approvalsStore, (s) => s.live);
  const { list, hasMore } = useStore(historyStore);
  if (tab === 'rules') return t('approvals.ruleCount', { count: live?.rules.length ?? 0 });
  const total =
    tab === 'history' ? (list?.length ?? 0) : (live?.pending.length ?? 0) + (live?.running.length ?? 0);
  if (shown < total)
    return t('approvals.countsFound', { shown: formatCount(shown), total: formatCount(total) });
  if (tab === 'waiting') return t('approvals.counts', { count: live?.pending.length ?? 0 });
  return t(hasMore ? 'approvals.countsReadMore' : 'approvals.countsRead', { shown: formatCount(total) });
}
