// Says when the console has no connection, since when what is shown is old, and what happens next.
import { Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Button } from '../ui/button.tsx';
import { connection } from './client.ts';
import styles from './shell.module.css';

/** Whole seconds until `at`, stepping once a second. */
function useSecondsUntil(at: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000));
}

export function ConnectionNotice() {
  const { t } = useTranslation();
  const state = useStore(connection.state);
  const [wasLost, setWasLost] = useState(false);
  const seconds = useSecondsUntil(state.phase === 'lost' ? state.retryAt : null);
  useEffect(() => {
    if (state.phase === 'lost' || state.phase === 'refused') setWasLost(true);
    if (state.phase === 'open') setWasLost(false);
  }, [state.phase]);
  const away =
    state.phase === 'lost' || state.phase === 'refused' || (state.phase === 'connecting' && wasLost);
  const text =
    state.phase === 'refused'
      ? t('connection.refused')
      : state.phase === 'lost'
        ? t('connection.lost', { seconds })
        : t('connection.connecting');
  return (
    <div role="status">
      {away ? (
        <div className={styles.notice}>
          <Unplug size={16} strokeWidth={1.5} aria-hidden="true" />
          <span>{text}</span>
          <Button variant="quiet" onPress={() => connection.retryNow()}>
            {t('connection.retry')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
