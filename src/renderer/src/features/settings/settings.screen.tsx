// Settings in seven parts: how the console looks, what agents are reminded of (tried on the newest prompts), models and
// their keys, clients and theirs, who is notified, taking data out and in, and every key with its unit, default, reason and who set it.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../session/commands.ts';
import { matchesWords } from '../../session/match.ts';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { settingsStore } from '../../session/settings-store.ts';
import { useReading } from '../../session/use-reading.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Segments } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { ClientsSettings } from './clients-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { ModelsSettings } from './models/models-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { RecollectionSettings } from './recollection-settings.tsx';
import { SettingLine } from './setting-line.tsx';
import styles from './settings.module.css';
import { SETTINGS_TABS, type SettingsTab, tabOf } from './settings-tabs.ts';

const PART: Record<SettingsTab, () => React.ReactNode> = {
  look: AppearanceSettings,
  recollection: RecollectionSettings,
  models: ModelsSettings,
  clients: ClientsSettings,
  notifications: NotificationSettings,
  data: DataSettings,
  all: AllSettings,
};

export default function Settings() {
  const { t } = useTranslation();
  const tab = tabOf(useRoute().query);
  const show = (next: SettingsTab) => navigate(formatRoute('settings', null, { tab: next }));
  const Part = PART[tab];
  return (
    <div className={styles.settings}>
      <nav className={styles.tabs} aria-label={t('settings.parts')}>
        <Segments
          label={t('settings.parts')}
          value={tab}
          onChange={show}
          options={SETTINGS_TABS.map((value) => ({ value, label: t(`settings.tab.${value}`) }))}
        />
      </nav>
      <section>
        <h2 className={styles.title}>
          {t(`settings.title.${tab}`)} {tab === 'look' ? null : <AsOf />}
        </h2>
        <p className={styles.note}>{t(`settings.note.${tab}`)}</p>
        <Part />
      </section>
    </div>
  );
}

function AllSettings() {
  const { t } = useTranslation();
  const { rows, failure, load } = useStore(settingsStore);
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const asked = useRoute().query.setting;
  useReading(load);
  useCommands('settings.all', [
    {
      id: 'search',
      title: t('command.search'),
      group: t('palette.do'),
      keys: '/',
      run: () => field.current?.focus(),
    },
  ]);
  const found = rows?.filter((row) => matchesWords(`${row.title} ${row.key} ${row.doc}`, query)) ?? [];
  return (
    <>
      <div className={styles.search}>
        <SearchField
          label={t('settings.search')}
          placeholder={t('settings.search')}
          value={query}
          onChange={setQuery}
          inputRef={field}
          hint="/"
        />
      </div>
      {failure && rows === null ? <ErrorState failure={failure} onRetry={() => void load()} /> : null}
      {rows === null && !failure ? <Skeleton rows={8} /> : null}
      {rows !== null && found.length === 0 ? (
        <EmptyState
          drawing="search"
          title={t('settings.empty', { query })}
          text={t('settings.found', { count: 0 })}
        />
      ) : null}
      <ul>
        {found.map((row) => (
          <SettingLine key={row.key} row={row} isAsked={row.key === asked} />
        ))}
      </ul>
    </>
  );
}
