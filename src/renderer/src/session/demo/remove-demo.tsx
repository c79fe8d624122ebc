// The end of the demo, asked about in one sentence wherever one is: Overview, Settings and the palette ask through here, the frame shows
// the question. What is undone of it is facts and conflicts; the question says what is not.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Dialog } from '../../ui/dialog.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { api, describeFailure } from '../client.ts';
import { i18n } from '../i18n.ts';
import { formatRoute, navigate } from '../router.ts';
import { say, sayFailed, undoable } from '../toasts.tsx';

const askedStore = createStore<{ readonly isAsked: boolean }>(() => ({ isAsked: false }));

/** Asks whether the demo is to go. */
export const askToRemoveDemo = (): void => askedStore.setState({ isAsked: true });

/** @returns whether it is gone */
async function removeDemo(): Promise<boolean> {
  try {
    const { facts, conflicts, actionId: id } = await api.start.removeDemo({});
    const text = i18n.t('demo.removed', { count: facts, conflicts });
    if (id === null) say(text);
    else
      undoable({
        text,
        undo: async () => void (await api.audit.undo({ id, reason: '' })),
        redo: async () => void (await api.audit.redo({ id, reason: '' })),
      });
    return true;
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
    return false;
  }
}

export function RemoveDemo() {
  const { t } = useTranslation();
  const isAsked = useStore(askedStore, (s) => s.isAsked);
  const [busy, setBusy] = useState(false);
  const close = () => askedStore.setState({ isAsked: false });
  async function go(): Promise<void> {
    setBusy(true);
    const isGone = await removeDemo();
    setBusy(false);
    close();
    if (isGone) navigate(formatRoute('overview'));
  }
  return (
    <Dialog
      title={t('demo.title')}
      isOpen={isAsked}
      onClose={close}
      foot={
        <>
          <Button variant="quiet" onPress={close}>
            {t('action.cancel')}
          </Button>
          <Button variant="primary" writes isDisabled={busy} onPress={() => void go()}>
            {t(busy ? 'demo.removing' : 'demo.remove')}
          </Button>
        </>
      }
    >
      <p>{t('demo.question')}</p>
    </Dialog>
  );
}
