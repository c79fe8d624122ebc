// The end of the demo, asked about in one sentence wherever one is: Overview, Settings and the palette ask through here, the frame shows
// the question. What is undone of it is facts and conflicts; the question says what is not.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import type { Failure } from '../../ui/failure.ts';
import { attempt } from '../ask.ts';
import { api } from '../client.ts';
import { i18n } from '../i18n.ts';
import { formatRoute, navigate } from '../router.ts';
import { say, undoable } from '../toasts.tsx';

const askedStore = createStore<{ readonly isAsked: boolean }>(() => ({ isAsked: false }));

/** Asks whether the demo is to go. */
export const askToRemoveDemo = (): void => askedStore.setState({ isAsked: true });

async function removeDemo(): Promise<Failure | null> {
  return await attempt(async () => {
    const { facts, conflicts, actionId: id } = await api.start.removeDemo({});
    const text = i18n.t('demo.removed', { count: facts, conflicts });
    if (id === null) say(text);
    else
      undoable({
        text,
        undo: async () => void (await api.audit.undo({ id, reason: '' })),
        redo: async () => void (await api.audit.redo({ id, reason: '' })),
      });
    navigate(formatRoute('overview'));
  });
}

export function RemoveDemo() {
  const { t } = useTranslation();
  const isAsked = useStore(askedStore, (s) => s.isAsked);
  if (!isAsked) return null;
  return (
    <ConfirmDialog
      title={t('demo.title')}
      act={t('demo.remove')}
      onConfirm={removeDemo}
      onClose={() => askedStore.setState({ isAsked: false })}
    >
      <p>{t('demo.question')}</p>
    </ConfirmDialog>
  );
}
