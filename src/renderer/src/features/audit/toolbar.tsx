// Above the list: actions or events, search, further filters with a chip for each that holds, how much fits, and the export.
import { Download, ListFilter } from 'lucide-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { exportRecord } from '../../session/acts/take-out.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { useRangeWords } from '../../ui/filters/time-range-fields.tsx';
import { formatCount } from '../../ui/format.ts';
import { Button, Segments } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import styles from './audit.module.css';
import { auditStore } from './audit-store.ts';
import { type ChipName, chipsOf, EVERYTHING, VIEWS } from './criteria.ts';
import { FilterPanel } from './filter-panel.tsx';
import { useKindWords } from './kind-words.ts';
import { useNarrowing } from './use-criteria.ts';

interface ToolbarProps {
  readonly field: Ref<HTMLInputElement>;
  /** Whether the further filters are shown; a key opens them, too. */
  readonly isOpen: boolean;
  readonly onOpen: (open: boolean) => void;
}

export function Toolbar({ field, isOpen, onOpen }: ToolbarProps) {
  const { t } = useTranslation();
  const { criteria, change } = useNarrowing();
  const { view, search } = criteria;
  return (
    <>
      <div className={styles.toolbar}>
        <div className={styles.views}>
          <Segments
            label={t('audit.view')}
            value={view}
            onChange={(next) => change({ view: next })}
            options={VIEWS.map((value) => ({ value, label: t(`audit.${value}`) }))}
          />
        </div>
        <div className={styles.search}>
          <SearchField
            label={t(`audit.search.${view}`)}
            placeholder={t('audit.searchHere')}
            value={search}
            onChange={(words) => change({ search: words })}
            inputRef={field}
            hint="/"
          />
        </div>
        <PopoverButton
          label={t('audit.filter')}
          icon={ListFilter}
          isOpen={isOpen}
          onOpenChange={(open) => {
            if (open) void auditStore.getState().readActors();
            onOpen(open);
          }}
        >
          <FilterPanel />
        </PopoverButton>
        <AsOf />
        <Counts />
        <Export />
      </div>
      <Chips />
    </>
  );
}

/** What is shown, and out of how much, as far as anybody counts. */
function Counts() {
  const { t } = useTranslation();
  const { criteria, events, actions, total } = useStore(auditStore);
  const shown = criteria.view === 'actions' ? actions : events;
  if (shown === null) return <span className={styles.push} />;
  return (
    <span className={styles.counts}>
      {total === null ? t('audit.countMany') : t('audit.count', { count: total, shown: formatCount(total) })}
    </span>
  );
}

function Chips() {
  const { t } = useTranslation();
  const { criteria, change, widen } = useNarrowing();
  const rangeWords = useRangeWords();
  const kindWords = useKindWords();
  const words: Record<ChipName, string> = {
    time: rangeWords(criteria.time),
    actor: criteria.actor,
    kind: kindWords(criteria.kind),
  };
  return (
    <FilterChips
      label={t('audit.filtersHeld')}
      onClear={widen}
      chips={chipsOf(criteria).map((id) => ({
        ...{ id, name: t(`audit.filters.${id}`), value: words[id] },
        off: () => change({ [id]: EVERYTHING[id] }),
      }))}
    />
  );
}

function Export() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    await exportRecord();
    setBusy(false);
  }
  return (
    <Button writes icon={Download} label={t('audit.exportAll')} isDisabled={busy} onPress={() => void save()}>
      <span className={styles.word}>{t(busy ? 'audit.exporting' : 'audit.export')}</span>
    </Button>
  );
}
