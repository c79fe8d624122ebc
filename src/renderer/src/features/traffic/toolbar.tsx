// Above the list: search, state, further filters with a chip for each that holds, export, pause, and how much is shown.
import { Download, ListFilter, Pause, Play } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { api, describeFailure } from '../../session/client.ts';
import { saveFile } from '../../session/files/save-file.ts';
import { say, sayFailed } from '../../session/toasts.tsx';
import { AsOf } from '../../ui/as-of.tsx';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { useRangeWords } from '../../ui/filters/time-range-fields.tsx';
import { formatCount, formatMs } from '../../ui/format.ts';
import { Button, Segments } from '../../ui/inputs/button.tsx';
import { Menu } from '../../ui/inputs/menu.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import { type ChipName, chipsOf, filterOf, STATES, without } from './criteria.ts';
import { FilterPanel } from './filter-panel.tsx';
import styles from './toolbar.module.css';
import { trafficStore } from './traffic-store.ts';
import { useNarrowing } from './use-criteria.ts';

/** Which of the toolbar's two pop-ups is open; the keyboard opens them, too. */
export type Popup = 'filters' | 'export' | null;

interface ToolbarProps {
  readonly searchRef: Ref<HTMLInputElement>;
  readonly popup: Popup;
  readonly onPopup: (popup: Popup) => void;
}

export function Toolbar({ searchRef, popup, onPopup }: ToolbarProps) {
  const { t } = useTranslation();
  const { criteria, change } = useNarrowing();
  const { paused, setPaused, total, held } = useStore(trafficStore);
  const Icon = paused ? Play : Pause;
  return (
    <>
      <div className={styles.toolbar}>
        <div className={styles.search}>
          <SearchField
            label={t('traffic.search')}
            placeholder={t('traffic.searchShort')}
            value={criteria.search}
            onChange={(search) => change({ search })}
            inputRef={searchRef}
            hint="/"
          />
        </div>
        <div className={styles.states}>
          <Segments
            label={t('traffic.stateFilter')}
            value={criteria.state ?? 'all'}
            onChange={(value) => change({ state: value === 'all' ? null : value })}
            options={STATES.map((value) => ({ value, label: t(`traffic.states.${value}`) }))}
          />
        </div>
        <PopoverButton
          label={t('traffic.filter')}
          icon={ListFilter}
          isOpen={popup === 'filters'}
          onOpenChange={(open) => {
            if (open) void trafficStore.getState().readFacets();
            onPopup(open ? 'filters' : null);
          }}
        >
          <FilterPanel />
        </PopoverButton>
        <span className={styles.asOf}>
          <AsOf />
        </span>
        <span className={styles.counts}>
          {total === held
            ? t('traffic.countsAll', { held: formatCount(held) })
            : t('traffic.counts', { shown: formatCount(total), held: formatCount(held) })}
        </span>
        <Menu
          label={t('traffic.export')}
          isOpen={popup === 'export'}
          onOpenChange={(open) => onPopup(open ? 'export' : null)}
          isDisabled={total === 0}
          actions={(['jsonl', 'csv'] as const).map((format) => ({
            id: format,
            label: t(`traffic.formats.${format}`),
            aside: t('traffic.requests', { count: total }),
            writes: true,
            run: () => void exportShown(format),
          }))}
        >
          <Download size={16} strokeWidth={1.5} />
        </Menu>
        <Button
          icon={Icon}
          label={paused ? t('traffic.resume') : t('traffic.pause')}
          onPress={() => setPaused(!paused)}
        >
          <span className={styles.word}>{paused ? t('traffic.resume') : t('traffic.pause')}</span>
        </Button>
      </div>
      <Chips />
    </>
  );

  /** Everything the filter matches, not only what was scrolled to. */
  async function exportShown(format: 'jsonl' | 'csv'): Promise<void> {
    try {
      const { fileName, text, rows } = await api.traffic.export({
        ...filterOf(criteria, Date.now()),
        format,
      });
      const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
      saveFile(new Blob([text], { type }), fileName);
      say(t('traffic.exported', { count: rows, name: fileName }));
    } catch (thrown) {
      sayFailed(describeFailure(thrown).message);
    }
  }
}

/** What the list is narrowed to beyond search and state, each with its way out. */
function Chips() {
  const { t } = useTranslation();
  const { criteria, change, widen } = useNarrowing();
  const chips = chipsOf(criteria);
  const rangeWords = useRangeWords();
  const wordsOf = (chip: ChipName): string => {
    if (chip === 'route') return criteria.route === null ? '' : t(`traffic.routes.${criteria.route}`);
    if (chip === 'slowerThanMs') return formatMs(criteria.slowerThanMs ?? 0);
    if (chip === 'recalled') return t(criteria.recalled ? 'traffic.recalledYes' : 'traffic.recalledNo');
    if (chip === 'time') return rangeWords(criteria.time);
    if (chip === 'loops' || chip === 'pinned') return '';
    return criteria[chip] ?? '';
  };
  return (
    <FilterChips
      label={t('traffic.filtersHeld')}
      onClear={widen}
      chips={chips.map((chip) => ({
        ...{ id: chip, name: t(`traffic.filters.${chip}`), value: wordsOf(chip) },
        off: () => change(without(criteria, chip)),
      }))}
    />
  );
}
