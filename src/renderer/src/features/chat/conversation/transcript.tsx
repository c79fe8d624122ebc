// The conversation as it stands and goes on, in one column; at its end while it grows, with a way back there for who scrolled up.
import { ArrowDown } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Entry } from '../../../../../shared/model/assistant/transcript.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { RunEnd } from '../trace/run-end.tsx';
import { Calls } from '../transcript/calls.tsx';
import {
  Answer,
  Context,
  Notice,
  type Resay,
  Sending,
  Summary,
  UserMessage,
} from '../transcript/entries.tsx';
import { PlanCard } from '../transcript/plan.tsx';
import { Question } from '../transcript/question.tsx';
import { RunRecord } from '../transcript/record.tsx';
import styles from './conversation.module.css';
import { conversationStore } from './conversation-store.ts';
import { type Row, rowsOf } from './rows.ts';
import { useEnd } from './use-end.ts';
import { Working } from './working.tsx';

export function Transcript({ resay }: { resay: Resay }) {
  const { t } = useTranslation();
  const { id, entries, sending } = useStore(conversationStore);
  const isHeld = useStore(conversationStore, (s) => s.session?.run_id != null);
  const rows = useRef<readonly Row[]>([]);
  rows.current = rowsOf(entries, rows.current);
  const end = useEnd(id);
  useAfterAWord(end.toEnd);
  return (
    <div className={styles.frame}>
      <section
        ref={end.scroller}
        className={styles.scroller}
        aria-label={t('chat.conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        {...end.handlers}
        data-transcript
      >
        <div ref={end.inner} className={styles.column}>
          {rows.current.map((row) => (
            <RowView key={row.key} row={row} resay={resay} isHeld={isHeld} />
          ))}
          {sending ? <Sending text={sending.text} /> : null}
          <Working />
        </div>
      </section>
      {end.isAtEnd ? null : (
        <div className={styles.newest}>
          <Button icon={ArrowDown} onPress={end.toEnd}>
            {t('chat.newest')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What was waited for is decided: what comes next is what the reader waits for now. */
function useAfterAWord(toEnd: () => void): void {
  const waiting = useStore(conversationStore, ({ entries }) => entries.filter(isWaiting).length);
  const before = useRef(waiting);
  const isRunning = useStore(conversationStore, (s) => s.session?.run_id != null);
  useEffect(() => {
    if (waiting < before.current && isRunning) toEnd();
    before.current = waiting;
  }, [waiting, isRunning, toEnd]);
}

const isWaiting = (entry: Entry): boolean =>
  (entry.kind === 'tool' && entry.status === 'waiting') ||
  (entry.kind === 'question' && entry.open) ||
  (entry.kind === 'plan' && entry.state === 'waiting');

interface RowViewProps {
  readonly row: Row;
  readonly resay: Resay;
  readonly isHeld: boolean;
}

const RowView = memo(function RowView({ row, resay, isHeld }: RowViewProps) {
  if (row.kind === 'calls') return <Calls calls={row.calls} />;
  if (row.kind === 'record')
    return (
      <RunRecord entries={row.basis} isOpen={row.state === 'streaming'} writesOnly={row.state === 'said'} />
    );
  if (row.kind === 'end') return <RunEnd end={row.end} run={row.run} />;
  const { entry } = row;
  switch (entry.kind) {
    case 'user':
      return <UserMessage entry={entry} resay={resay} isHeld={isHeld} />;
    case 'context':
      return <Context entry={entry} />;
    case 'answer':
      return <Answer entry={entry} />;
    case 'question':
      return <Question entry={entry} />;
    case 'plan':
      return <PlanCard entry={entry} />;
    case 'notice':
      return <Notice entry={entry} />;
    case 'summary':
      return <Summary entry={entry} />;
  }
});
