// What a run did to a conflict, as a word with its icon and tint.
import { Ban, Check, CircleAlert, Hand, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunCounts, RunOutcome } from '../../../../../shared/model/resolution.ts';
import { formatCount } from '../../../ui/format.ts';
import styles from './journal.module.css';

const MARK = {
  decomposed: [Check, 'ok'],
  updated: [Check, 'ok'],
  redimensioned: [Check, 'ok'],
  dismissed: [Check, 'ok'],
  invalid: [Ban, 'wait'],
  needs_human: [Hand, 'wait'],
  failed: [CircleAlert, 'bad'],
  skipped: [Minus, 'quiet'],
} as const satisfies Record<RunOutcome, readonly [typeof Check, string]>;

const OUTCOMES = Object.keys(MARK) as RunOutcome[];

export function OutcomeMark({ outcome }: { outcome: RunOutcome }) {
  const { t } = useTranslation();
  const [Icon, tone] = MARK[outcome];
  return (
    <span className={styles.mark} data-tone={tone}>
      <Icon size={13} strokeWidth={2} />
      {t(`conflicts.ran.${outcome}`)}
    </span>
  );
}

/** `3 split, 1 dismissed`; empty for a run that did nothing. */
export function useCountWords(): (counts: RunCounts) => string {
  const { t } = useTranslation();
  return (counts) =>
    OUTCOMES.filter((outcome) => counts[outcome] > 0)
      .map((outcome) => `${formatCount(counts[outcome])} ${t(`conflicts.ran.${outcome}`)}`)
      .join(', ');
}
