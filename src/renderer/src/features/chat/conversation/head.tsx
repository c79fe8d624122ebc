// The head of a conversation: what it is called, and its menu: rename, pin, export, delete. What cannot be taken back is asked again.
import { Download, Ellipsis, FileJson, Menu as MenuIcon, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../../shared/model/assistant/transcript.ts';
import { formatRoute, navigate } from '../../../session/router.ts';
import { say, sayFailed } from '../../../session/toasts.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { Menu } from '../../../ui/inputs/menu.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { assistantStore } from '../sessions/assistant-store.ts';
import { useExport } from '../sessions/use-export.ts';
import styles from './conversation.module.css';

interface HeadProps {
  readonly session: Session | null;
  /** Opens the list of sessions where there is no room for it; null where it stands beside. */
  readonly onSessions: (() => void) | null;
  readonly dialog: 'rename' | 'delete' | null;
  readonly onDialog: (dialog: 'rename' | 'delete' | null) => void;
}

export function Head({ session, onSessions, dialog, onDialog }: HeadProps) {
  const { t } = useTranslation();
  const close = () => onDialog(null);
  return (
    <header className={styles.head}>
      {onSessions ? <IconButton icon={MenuIcon} label={t('chat.sessions')} onPress={onSessions} /> : null}
      <h2 className={styles.title} tabIndex={-1} data-chat-title>
        {session?.title ?? t('chat.newTitle')}
      </h2>
      {session ? <SessionMenu session={session} onDialog={onDialog} /> : null}
      {session && dialog === 'rename' ? <Rename session={session} onClose={close} /> : null}
      {session && dialog === 'delete' ? <Delete session={session} onClose={close} /> : null}
    </header>
  );
}

function SessionMenu({ session, onDialog }: { session: Session; onDialog: HeadProps['onDialog'] }) {
  const { t } = useTranslation();
  const exportAs = useExport();
  const { pinned, id } = session;
  const icon = (Icon: typeof Pin) => <Icon size={14} strokeWidth={1.75} />;
  async function pin(): Promise<void> {
    const failure = await assistantStore.getState().pin(id, !pinned);
    if (failure) sayFailed(failure.message);
  }
  return (
    <Menu
      label={t('chat.menu')}
      actions={[
        {
          ...{ id: 'rename', label: t('chat.rename'), icon: icon(Pencil), writes: true },
          run: () => onDialog('rename'),
        },
        {
          ...{ id: 'pin', label: t(pinned ? 'chat.unpin' : 'chat.pin'), icon: icon(pinned ? PinOff : Pin) },
          ...{ writes: true, run: () => void pin() },
        },
        { id: 'md', label: t('chat.exportMarkdown'), icon: icon(Download), run: () => exportAs('md') },
        { id: 'json', label: t('chat.exportJson'), icon: icon(FileJson), run: () => exportAs('json') },
        {
          ...{ id: 'delete', label: t('chat.delete'), icon: icon(Trash2), writes: true },
          run: () => onDialog('delete'),
        },
      ]}
    >
      <Ellipsis size={16} strokeWidth={1.5} />
    </Menu>
  );
}

function Rename({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(session.title);
  return (
    <ConfirmDialog
      title={t('chat.renameTitle')}
      act={t('chat.renameSave')}
      isReady={title.trim() !== ''}
      onConfirm={() => assistantStore.getState().rename(session.id, title.trim())}
      onClose={onClose}
    >
      <TextField label={t('chat.renameLabel')} value={title} onChange={setTitle} maxLength={120} autoFocus />
    </ConfirmDialog>
  );
}

function Delete({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useTranslation();
  async function remove(): Promise<Failure | null> {
    const failure = await assistantStore.getState().remove(session.id);
    if (failure) return failure;
    say(t('chat.deleted', { title: session.title }));
    navigate(formatRoute('chat'));
    return null;
  }
  return (
    <ConfirmDialog
      title={t('chat.deleteTitle', { title: session.title })}
      act={t('chat.deleteSure')}
      icon={Trash2}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('chat.deleteText')}</p>
    </ConfirmDialog>
  );
}
