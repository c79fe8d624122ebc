// Settings: how the console looks, and every runtime setting with its unit, default, reason and who set it.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../app/commands.ts';
import { matchesWords } from '../../app/match.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { SettingLine } from './setting-line.tsx';
import styles from './settings.module.css';
import { settingsStore } from './settings-store.ts';

export default function Settings() {
  const { t } = useTranslation();
  const { rows, failure, load } = useStore(settingsStore);
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => void load(), [load]);
  useCommands('settings', [
    {
      id: 'search',
      title: t('command.search'),
      group: t('palette.do'),
      keys: '/',
      run: () => field.current?.focus(),
    },
  ]);
  const found = rows?.filter((row) => matchesWords(`${row.key} ${row.doc}`, query)) ?? [];
  return (
    <div className={styles.settings}>
      <section>
        <h2 className={styles.title}>{t('settings.appearance')}</h2>
        <p className={styles.note}>{t('settings.appearanceNote')}</p>
        <AppearanceSettings />
      </section>
      <section>
        <header className={styles.head}>
          <div>
            <h2 className={styles.title}>{t('settings.runtime')}</h2>
            <p className={styles.note}>{t('settings.runtimeNote')}</p>
          </div>
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
        </header>
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
            <SettingLine key={row.key} row={row} />
          ))}
        </ul>
      </section>
    </div>
  );
}
