// What goes on, said once it takes long enough to be noticed, and with a way to stop it once it takes long enough to be tired of.
// Without a connection nothing is known to go on: that is said instead.
import { LoaderCircle, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/inputs/button.tsx';
import { useLive } from '../../ui/liveness.ts';
import { Progress } from '../../ui/progress.tsx';
import styles from './offline.module.css';

/** From then on something turns; from then on there is a bar and a way out (console, Rules for all of them). */
const SEEN_MS = { turning: 300, bar: 2000 } as const;

interface WorkingProps {
  readonly words: string;
  readonly done?: number;
  /** Left out, or 0, while it is not known. */
  readonly total?: number;
  /** How much, in words. */
  readonly amount?: string;
  readonly onStop?: (() => void) | undefined;
}

export function Working({ words, done = 0, total = 0, amount, onStop }: WorkingProps) {
  const { t } = useTranslation();
  const isTurning = useLater(SEEN_MS.turning);
  const isLong = useLater(SEEN_MS.bar);
  const live = useLive();
  if (!live)
    return (
      <div className={styles.working}>
        <p className={styles.workingWords} role="status">
          <Unplug size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('offline.meanwhile')}
        </p>
      </div>
    );
  if (!isTurning) return <div className={styles.working} aria-busy="true" />;
  return (
    <div className={styles.working} aria-busy="true">
      <p className={styles.workingWords} role="status">
        <LoaderCircle className="turning info" size={16} strokeWidth={1.75} aria-hidden="true" />
        {words}
      </p>
      {isLong || total > 0 ? (
        <div className={styles.workingBar}>
          <Progress label={words} done={done} total={total} {...(amount ? { words: amount } : {})} />
          {amount ? <span className="quiet">{amount}</span> : null}
          {onStop ? <Button onPress={onStop}>{t('offline.stop')}</Button> : null}
        </div>
      ) : null}
    </div>
  );
}

function useLater(ms: number): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}
