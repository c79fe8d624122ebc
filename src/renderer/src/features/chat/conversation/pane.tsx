// The conversation with its head and its composer, in its states: none yet, on its way, gone or not to be read, and as it goes on.
import { MessageSquareOff } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { formatRoute, navigate } from '../../../session/router.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { Composer } from '../composer/composer.tsx';
import { WhomNotice } from '../composer/whom-notice.tsx';
import styles from './conversation.module.css';
import { conversationStore } from './conversation-store.ts';
import { First } from './first.tsx';
import { Head } from './head.tsx';
import { Transcript } from './transcript.tsx';
import type { Run } from './use-run.ts';
import { EndedAloud } from './working.tsx';

interface PaneProps {
  readonly run: Run;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onSessions: (() => void) | null;
  readonly dialog: Parameters<typeof Head>[0]['dialog'];
  readonly onDialog: Parameters<typeof Head>[0]['onDialog'];
}

export function ConversationPane({ run, field, onSessions, dialog, onDialog }: PaneProps) {
  const { session, isGone } = useStore(
    conversationStore,
    useShallow(({ session, failure }) => ({ session, isGone: failure?.code === 'NOT_FOUND' })),
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc stops wherever in it one is
    <div
      className={styles.conversation}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.repeat) return;
        if (conversationStore.getState().session?.run_id == null) return;
        event.preventDefault();
        run.stop();
      }}
    >
      <Head session={session} onSessions={onSessions} dialog={dialog} onDialog={onDialog} />
      <AsOf />
      <Body run={run} />
      {isGone ? null : (
        <>
          <WhomNotice whom={run.choice.whom} />
          <Composer
            field={field}
            onSend={run.send}
            onStop={run.stop}
            problem={run.problem}
            held={run.held}
            choice={run.choice}
          />
        </>
      )}
      <EndedAloud />
    </div>
  );
}

function Body({ run }: { run: Run }) {
  const { t } = useTranslation();
  const { id, isRead, failure, isSending } = useStore(
    conversationStore,
    useShallow(({ id, isRead, failure, sending }) => ({ id, isRead, failure, isSending: sending !== null })),
  );
  if (id !== null && !isRead && !isSending) {
    return (
      <div className={styles.rest}>
        {failure === null ? (
          <div className={styles.column}>
            <Skeleton rows={6} />
          </div>
        ) : failure.code === 'NOT_FOUND' ? (
          <div className={styles.gone}>
            <MessageSquareOff size={20} strokeWidth={1.5} aria-hidden="true" />
            <p>{t('chat.gone')}</p>
            <Button onPress={() => navigate(formatRoute('chat'))}>{t('chat.new')}</Button>
          </div>
        ) : (
          <ErrorState failure={failure} />
        )}
      </div>
    );
  }
  if (id === null && !isSending) {
    return (
      <div className={styles.rest}>
        <First />
      </div>
    );
  }
  return <Transcript resay={run.resay} />;
}
