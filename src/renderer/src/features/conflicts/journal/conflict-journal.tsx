// What the resolution job said about this one conflict, newest first.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Conflict } from '../../../../../shared/model/graph.ts';
import { formatCount } from '../../../ui/format.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './journal.module.css';
import { OutcomeMark } from './journal-marks.tsx';
import { resolutionStore } from './resolution-store.ts';

export function ConflictJournal({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const { about, loadAbout } = useStore(resolutionStore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every decision and every answer of a model changes the version or the attempts.
  useEffect(() => {
    void loadAbout(conflict.id);
  }, [loadAbout, conflict.id, conflict.version, conflict.attempts]);
  if (about?.conflictId !== conflict.id || about.entries.length === 0) return null;
  return (
    <section className={styles.about} aria-label={t('conflicts.journal.about')}>
      <h4>{t('conflicts.journal.about')}</h4>
      <ol>
        {about.entries.map((entry) => (
          <li key={entry.id} className={styles.aboutEntry}>
            <p className={styles.entryHead}>
              <OutcomeMark outcome={entry.outcome} />
              <span className="quiet">
                {entry.model === null ? '' : `${entry.model} · `}
                {t('conflicts.journal.tokens', {
                  tokens: formatTokens(entry.inputTokens, entry.outputTokens),
                })}{' '}
                · <TimeAgo at={entry.at} />
              </span>
            </p>
            <p className={styles.said}>{entry.detail}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const formatTokens = (input: number, output: number): string => formatCount(input + output);
