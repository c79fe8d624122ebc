// Above the list: by kind or by place, search, kind, state, only what is wrong, how many are shown, a new look, a new upstream.
import { CloudDownload, Plus, RefreshCw } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ResourceKind } from '../../../../shared/model/resource.ts';
import { sayFailed } from '../../session/toasts.tsx';
import { AsOf } from '../../ui/as-of.tsx';
import { formatCount } from '../../ui/format.ts';
import { Button, IconButton, Segments } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { Toggle } from '../../ui/inputs/toggle.tsx';
import { KIND_ORDER, RESOURCE_STATES_SHOWN } from './kinds.ts';
import { VIEWS } from './list/rows.ts';
import styles from './resources.module.css';
import { resourcesStore } from './resources-store.ts';

interface ToolbarProps {
  readonly field: Ref<HTMLInputElement>;
  readonly onAddUpstream: () => void;
}

export function Toolbar({ field, onAddUpstream }: ToolbarProps) {
  const { t } = useTranslation();
  const { criteria, narrow, live, rows, looking, look, checkImages } = useStore(resourcesStore);
  const present = new Set<ResourceKind>(live?.resources.map(({ kind }) => kind));
  const states = new Set(live?.resources.map(({ state }) => state));
  const total = live?.resources.length ?? 0;
  const shown = shownOf(rows);
  async function say(refused: ReturnType<typeof look>): Promise<void> {
    const failure = await refused;
    if (failure) sayFailed(failure.message);
  }
  return (
    <div className={styles.toolbar}>
      <Segments
        label={t('resources.view')}
        value={criteria.view}
        onChange={(view) => narrow({ view })}
        options={VIEWS.map((value) => ({ value, label: t(`resources.views.${value}`) }))}
      />
      <div className={styles.search}>
        <SearchField
          label={t('resources.search')}
          placeholder={t('resources.searchShort')}
          value={criteria.search}
          onChange={(search) => narrow({ search })}
          inputRef={field}
          hint="/"
        />
      </div>
      <div className={styles.filters}>
        <Choice
          label={t('resources.kindFilter')}
          value={criteria.kind}
          onChange={(kind) => narrow({ kind })}
          options={[
            { value: 'all' as const, label: t('resources.allKinds') },
            ...KIND_ORDER.filter((kind) => present.has(kind) || kind === criteria.kind).map((value) => ({
              value,
              label: t(`resources.kinds.${value}`),
            })),
          ]}
        />
        <Choice
          label={t('resources.stateFilter')}
          value={criteria.state}
          onChange={(state) => narrow({ state })}
          options={[
            { value: 'all' as const, label: t('resources.allStates') },
            ...RESOURCE_STATES_SHOWN.filter((state) => states.has(state) || state === criteria.state).map(
              (value) => ({ value, label: t(`resources.state.${value}`) }),
            ),
          ]}
        />
        <Toggle isSelected={criteria.wrong} onChange={(wrong) => narrow({ wrong })}>
          {t('resources.wrong.only')}
        </Toggle>
      </div>
      <AsOf />
      <span className={styles.counts}>
        {live === null
          ? ''
          : shown === total
            ? t('resources.countsAll', { total: formatCount(total) })
            : t('resources.counts', { shown: formatCount(shown), total: formatCount(total) })}
      </span>
      <span className={styles.ends}>
        <IconButton
          icon={RefreshCw}
          label={t(looking ? 'resources.looking' : 'resources.look')}
          isDisabled={looking}
          writes
          onPress={() => void say(look())}
        />
        {present.has('docker_container') ? (
          <IconButton
            icon={CloudDownload}
            label={t('resources.checkImages')}
            isDisabled={looking}
            writes
            onPress={() => void say(checkImages())}
          />
        ) : null}
        <Button icon={Plus} label={t('resources.upstream.add')} onPress={onAddUpstream}>
          <span className={styles.word}>{t('resources.upstream.add')}</span>
        </Button>
      </span>
    </div>
  );
}

/** As many as fit, folded or not. */
function shownOf(rows: ReturnType<typeof resourcesStore.getState>['rows']): number {
  let count = 0;
  for (const row of rows) {
    if (row.type === 'resource' && !row.aside) count += 1;
    if (!row.open) count += row.inside;
  }
  return count;
}
