// How far something has come, as a thin bar beside its words.
import { ProgressBar } from 'react-aria-components';
import { cx } from './cx.ts';
import styles from './progress.module.css';

interface ProgressProps {
  readonly label: string;
  readonly done: number;
  /** 0 while it is not known. */
  readonly total: number;
  readonly words?: string;
}

export function Progress({ label, done, total, words }: ProgressProps) {
  return (
    <ProgressBar
      className={cx(styles.progress)}
      aria-label={label}
      value={done}
      maxValue={Math.max(1, total)}
      isIndeterminate={total === 0}
      {...(words === undefined ? {} : { valueLabel: words })}
    >
      {({ percentage, isIndeterminate }) => (
        <span className={styles.track} data-unknown={isIndeterminate || undefined}>
          <span className={styles.fill} style={{ width: `${String(percentage ?? 100)}%` }} />
        </span>
      )}
    </ProgressBar>
  );
}
