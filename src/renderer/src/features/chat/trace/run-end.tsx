// The end of a run in one line: why it ended and what it took; unfolded, how it went.
import { CircleAlert, CircleCheck, CircleStop, Gauge, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry, EntryOf } from '../../../../../shared/model/assistant/transcript.ts';
import { formatCount, formatMs } from '../../../ui/format.ts';
import { useCost } from '../conversation/cost.ts';
import { Fold } from '../transcript/fold.tsx';
import styles from './run-end.module.css';
import { TraceView } from './trace-view.tsx';

const REASON = {
  answer: { Icon: CircleCheck, tone: 'quiet' },
  stopped: { Icon: CircleStop, tone: 'wait' },
  budget: { Icon: Gauge, tone: 'wait' },
  turns: { Icon: TriangleAlert, tone: 'wait' },
  error: { Icon: CircleAlert, tone: 'bad' },
} as const;

interface RunEndProps {
  readonly end: EntryOf<'end'>;
  readonly run: readonly Entry[];
}

export const RunEnd = memo(function RunEnd({ end, run }: RunEndProps) {
  const { t } = useTranslation();
  const costOf = useCost();
  const { Icon, tone } = REASON[end.reason];
  const facts = [
    t('chat.end.turnCount', { count: end.turns }),
    ...(end.calls > 0 ? [t('chat.end.callCount', { count: end.calls })] : []),
    t('chat.end.tokens', { tokens: formatCount(end.input_tokens + end.output_tokens) }),
    ...(end.cost === null ? [] : [costOf(end.cost)]),
    formatMs(end.ms),
  ];
  return (
    <footer className={styles.end} data-entry="end" data-reason={end.reason}>
      <Fold
        quiet
        name="trace"
        summary={
          <span className={styles.line}>
            <span className={styles.reason} data-tone={tone}>
              <Icon size={14} strokeWidth={1.75} aria-hidden="true" /> {t(`chat.end.${end.reason}`)}
            </span>
            <span className={styles.facts}>{facts.join(' · ')}</span>
          </span>
        }
      >
        <TraceView run={run} />
      </Fold>
    </footer>
  );
});
