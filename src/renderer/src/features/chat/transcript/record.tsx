// The record of a run, above its answer: each write with its outcome, what was looked at and when, or that no tools were used. Code writes it; the model
// has no part in it. Source: structure S4.
import { CircleCheck, CircleDashed, Eye, EyeOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { recordOf } from '../../../../../shared/model/assistant/run-record.ts';
import type { Entry } from '../../../../../shared/model/assistant/transcript.ts';
import type { RunOutcome } from '../../../../../shared/model/assistant/write-record.ts';
import { formatRoute } from '../../../session/router.ts';
import styles from './record.module.css';
import { readLines } from './record-text.ts';

type Write = Extract<RunOutcome, { kind: 'write' }>;
type Tone = 'ok' | 'wait' | 'bad' | 'quiet';

const BAD: ReadonlySet<Write['outcome']> = new Set(['failed', 'verification_failed']);

function toneOf({ marked, outcome }: Write): Tone {
  if (marked) return BAD.has(outcome) ? 'bad' : 'wait';
  return outcome === 'verified' ? 'ok' : 'quiet';
}

interface RecordProps {
  /** Of the run, up to the answer. */
  readonly entries: readonly Entry[];
  /** More of the answer, and calls after it, may come. */
  readonly isOpen: boolean;
  /** Words between calls: what was looked at is shown by the calls themselves. */
  readonly writesOnly: boolean;
}

export const RunRecord = memo(function RunRecord({ entries, isOpen, writesOnly }: RecordProps) {
  const { t } = useTranslation();
  const outcomes = recordOf(entries);
  const writes = outcomes.filter((one) => one.kind === 'write');
  const reads = writesOnly ? [] : readLines(outcomes, t);
  if (writesOnly && writes.length === 0) return null;
  return (
    <ul className={styles.record} aria-label={t('chat.record.name')} data-run-record>
      {writes.map((write) => (
        <WriteLine key={write.call_id} write={write} />
      ))}
      {reads.map(({ kind, text }) => (
        <Line key={kind} icon={Eye} tone="quiet" outcome={kind}>
          {text}
        </Line>
      ))}
      {outcomes[0]?.kind === 'no_tools' ? (
        <Line icon={EyeOff} tone="wait" outcome="no_tools">
          {t(isOpen ? 'chat.record.noToolsYet' : 'chat.record.noTools')}
        </Line>
      ) : null}
    </ul>
  );
});

function WriteLine({ write }: { write: Write }) {
  const { t } = useTranslation();
  const { what, outcome, detail, resource, marked } = write;
  const tone = toneOf(write);
  const icon = tone === 'ok' ? CircleCheck : tone === 'quiet' ? CircleDashed : TriangleAlert;
  return (
    <Line icon={icon} tone={tone} outcome={outcome} marked={marked}>
      <b>{t(`chat.record.outcome.${outcome}`)}</b>{' '}
      {resource === null ? what : <a href={formatRoute('resources', resource.id)}>{what}</a>}
      {detail === null ? null : <span className={styles.detail}> · {detail}</span>}
    </Line>
  );
}

interface LineProps {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly outcome: string;
  readonly marked?: boolean;
  readonly children: React.ReactNode;
}

function Line({ icon: Icon, tone, outcome, marked = false, children }: LineProps) {
  return (
    <li className={styles.line} data-tone={tone} data-outcome={outcome} data-marked={marked}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}
