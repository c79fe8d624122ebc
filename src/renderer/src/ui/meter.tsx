// How much of something is used or done: a bar with its words; it turns amber past four fifths of a limit and red at it.
import { Meter as AriaMeter, ProgressBar } from 'react-aria-components';
import { cx } from './cx.ts';
import styles from './meter.module.css';

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  /** The words for value and limit; the bare ratio where left out. */
  readonly words?: string;
  /** Whether label and words stand above the bar. */
  readonly named?: boolean;
  /** Progress grows to its end and is good there; a limit is not. */
  readonly kind?: 'limit' | 'progress';
}

export function Meter({ label, value, most, words, named, kind = named ? 'limit' : 'progress' }: MeterProps) {
  const ratio = most <= 0 ? (value > 0 ? 1 : 0) : Math.min(1, value / most);
  const tone = kind === 'progress' ? 'calm' : ratio >= 1 ? 'bad' : ratio >= 0.8 ? 'wait' : 'calm';
  const Bar = kind === 'progress' ? ProgressBar : AriaMeter;
  return (
    <Bar
      className={cx(styles.meter)}
      aria-label={label}
      value={value}
      minValue={0}
      maxValue={Math.max(most, value, 1)}
      {...(words ? { valueLabel: words } : {})}
    >
      {named ? (
        <p className={styles.words}>
          <span>{label}</span>
          <span>{words}</span>
        </p>
      ) : null}
      <span className={styles.track}>
        <span className={styles.fill} data-tone={tone} style={{ width: `${String(ratio * 100)}%` }} />
      </span>
    </Bar>
  );
}
