// Chat: the sessions of the assistant, the conversation that is open with all that was done in it, and what is said next.
import { useEffect, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { stepped } from '../../session/lists/along.ts';
import { formatRoute, navigate, routeNow, useRoute } from '../../session/router.ts';
import { useReading } from '../../session/use-reading.ts';
import { cx } from '../../ui/cx.ts';
import { useNarrow } from '../../ui/use-media.ts';
import styles from './chat.module.css';
import { draftStore } from './composer/draft-store.ts';
import { conversationStore } from './conversation/conversation-store.ts';
import { ConversationPane } from './conversation/pane.tsx';
import { useRun } from './conversation/use-run.ts';
import { HelpDialog } from './help.tsx';
import { assistantStore } from './sessions/assistant-store.ts';
import { SessionList } from './sessions/session-list.tsx';
import { useChatKeys } from './use-chat-keys.ts';

/** Holds the open session, the list and the draft for as long as the screen is shown. */
function useHeld(id: string | null): void {
  useReading(assistantStore.getState().load);
  useEffect(() => {
    const stop = new AbortController();
    void assistantStore.getState().watch(stop.signal);
    return () => stop.abort();
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    draftStore.getState().open(id);
    void conversationStore.getState().watch(id, stop.signal);
    return () => stop.abort();
  }, [id]);
}

export default function Chat() {
  const { id } = useRoute();
  useHeld(id);
  const narrow = useNarrow();
  const [isListOpen, setListOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const run = useRun(id, () => setHelpOpen(true));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session closes what was open about the last
  useEffect(() => {
    setListOpen(false);
    setDialog(null);
  }, [id]);
  const step = (by: number) => {
    const { id: here } = routeNow();
    const next = stepped(inOrder(), (session) => session === here, by);
    if (next) navigate(formatRoute('chat', next), { replace: id !== null });
  };
  useChatKeys({
    run,
    step,
    search: () => {
      setListOpen(narrow);
      requestAnimationFrame(() => search.current?.focus());
    },
    write: () => field.current?.focus(),
    open: setDialog,
    help: () => setHelpOpen(true),
  });
  const list = <SessionList selected={id} onNew={run.startNew} field={search} />;
  return (
    <div className={styles.chat}>
      {narrow ? (
        <Sheet isOpen={isListOpen} onClose={() => setListOpen(false)}>
          {list}
        </Sheet>
      ) : (
        <div className={styles.list}>{list}</div>
      )}
      <ConversationPane
        run={run}
        field={field}
        onSessions={narrow ? () => setListOpen(true) : null}
        dialog={dialog}
        onDialog={setDialog}
      />
      <HelpDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

/** As the list has them: pinned first. */
function inOrder(): readonly string[] {
  const sessions = assistantStore.getState().state?.sessions ?? [];
  return [...sessions.filter(({ pinned }) => pinned), ...sessions.filter(({ pinned }) => !pinned)].map(
    ({ id }) => id,
  );
}

interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

/** The list over the conversation, where there is no room for both. */
function Sheet({ isOpen, onClose, children }: SheetProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      className={cx(styles.scrim)}
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable
    >
      <Modal className={cx(styles.sheet)}>
        <Dialog className={cx(styles.sheetBody)} aria-label={t('chat.sessions')}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
