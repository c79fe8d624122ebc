// The keys of the Chat screen, as commands of the registry. A word for a card takes two presses of its key (session/approval/word-keys.ts).
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { approveByKey, openByKey } from '../../session/approval/word-keys.ts';
import { type Command, useCommands } from '../../session/commands.ts';
import { formatRoute, navigate } from '../../session/router.ts';
import { conversationStore } from './conversation/conversation-store.ts';
import type { Run } from './conversation/use-run.ts';
import { assistantStore } from './sessions/assistant-store.ts';
import { useExport } from './sessions/use-export.ts';

interface Keys {
  readonly run: Run;
  readonly step: (by: number) => void;
  readonly search: () => void;
  readonly write: () => void;
  readonly open: (dialog: 'rename' | 'delete') => void;
  readonly help: () => void;
}

type KeyName =
  | ('new' | 'write' | 'next' | 'previous' | 'stop' | 'retry' | 'toWaiting' | 'approve' | 'deny')
  | ('edit' | 'rule' | 'rename' | 'delete' | 'exportMarkdown' | 'exportJson' | 'help');

const MOST_SESSIONS = 20;

/** What waits in the open session: its card, its plan, or the field of a question. */
function toWaiting(): void {
  const waiting =
    document.querySelector<HTMLElement>('[data-chat-card]:has([data-approval="pending"])') ??
    document.querySelector<HTMLElement>('[data-plan="waiting"] [data-deny] button') ??
    document.querySelector<HTMLElement>('[data-entry="question"][data-open="true"] :is(button, input)');
  waiting?.focus();
  waiting?.scrollIntoView({ block: 'nearest' });
}

export function useChatKeys(keys: Keys): void {
  const { t } = useTranslation();
  const exportAs = useExport();
  const isOpen = useStore(conversationStore, (s) => s.session !== null);
  const isRunning = useStore(conversationStore, (s) => s.session?.run_id != null);
  const waits = useStore(conversationStore, (s) => s.session?.waits ?? null);
  const sessions = useStore(assistantStore, (s) => s.state?.sessions) ?? [];
  const { run } = keys;
  const group = t('chat.name');
  const command = (
    id: KeyName,
    binding: string | null,
    act: () => void,
    more: { readonly disabled?: string | undefined; readonly writes?: boolean } = {},
  ): Command => ({
    ...{ id: `chat.${id}`, title: t(`chat.key.${id}`), group, run: act },
    ...more,
    ...(binding === null ? {} : { keys: binding }),
  });
  const open = { disabled: isOpen ? undefined : t('chat.key.openOne') };
  const running = { disabled: isRunning ? undefined : t('chat.key.nothingRuns'), writes: true };
  const idle = { disabled: isOpen && !isRunning ? undefined : t('chat.key.notNow'), writes: true };
  const waiting = {
    disabled: waits === 'approval' ? undefined : t('chat.key.nothingWaits'),
    writes: true,
  };
  const asks = {
    disabled: waits === 'approval' || waits === 'answer' ? undefined : t('chat.key.nothingWaits'),
  };
  useCommands('chat', [
    { id: 'search', title: t('command.search'), group: t('palette.do'), keys: '/', run: keys.search },
    command('new', 'n', run.startNew),
    command('write', 'i', keys.write),
    command('next', 'j', () => keys.step(1)),
    command('previous', 'k', () => keys.step(-1)),
    command('stop', null, run.stop, running),
    command('retry', null, run.retry, idle),
    command('toWaiting', '$mod+j', toWaiting, asks),
    command('approve', 'a', approveByKey, waiting),
    command('deny', 'd', () => openByKey('deny'), waiting),
    command('edit', 'e', () => openByKey('edit'), waiting),
    command('rule', 'r', () => openByKey('rule'), waiting),
    command('rename', null, () => keys.open('rename'), { ...open, writes: true }),
    command('delete', null, () => keys.open('delete'), { ...open, writes: true }),
    command('exportMarkdown', null, () => exportAs('md'), open),
    command('exportJson', null, () => exportAs('json'), open),
    command('help', null, keys.help),
    ...sessions.slice(0, MOST_SESSIONS).map(({ id, title }) => ({
      ...{ id: `chat.session.${id}`, title, group: t('chat.sessions') },
      run: () => navigate(formatRoute('chat', id)),
    })),
  ]);
}
