// Says what it does while nothing of it shows, and says once, politely, that an answer is there to who does not see it.
import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useLive } from '../../../ui/liveness.ts';
import styles from './conversation.module.css';
import { conversationStore } from './conversation-store.ts';

export function Working() {
  const { t } = useTranslation();
  const { session, isStopping } = useStore(
    conversationStore,
    useShallow(({ session, isStopping }) => ({ session, isStopping })),
  );
  const isShown = useStore(conversationStore, ({ entries }) => {
    const last = entries.at(-1);
    return last?.kind === 'answer' && last.state === 'streaming' && last.text !== '';
  });
  const live = useLive();
  if (session?.run_id == null || !live) return null;
  const key = isStopping ? 'stopping' : (session.waits ?? 'model');
  return (
    <p className={styles.working} data-working={key} data-quiet={isShown}>
      <LoaderCircle className="turning" size={14} strokeWidth={1.75} aria-hidden="true" />
      {t(`chat.works.${key}`)}
    </p>
  );
}

const LONGEST = 400;

/** A run that ended while it was looked at, with the beginning of its answer. */
export function EndedAloud() {
  const { t } = useTranslation();
  const ended = useStore(conversationStore, (s) => s.ended);
  const [words, setWords] = useState('');
  useEffect(() => {
    if (ended === null) return;
    const { entries } = conversationStore.getState();
    const answer = entries.findLast((entry) => entry.kind === 'answer' && entry.run_id === ended.run_id);
    const text = answer?.kind === 'answer' ? answer.text.slice(0, LONGEST) : '';
    setWords(
      ended.reason === 'answer' && text !== ''
        ? t('chat.aloud.answer', { text })
        : t('chat.aloud.end', { why: t(`chat.end.${ended.reason}`) }),
    );
  }, [ended, t]);
  return (
    <p className="sr-only" role="status" data-ended-aloud>
      {words}
    </p>
  );
}
