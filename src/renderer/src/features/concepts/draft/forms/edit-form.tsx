// A dialog that makes an edit: what it asks for, and, while it is filled in, what the core has against it. What nothing stands against goes
// into the draft; nothing is done to the memory here.
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { MarkedText } from '../../../../session/marks.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Button } from '../../../../ui/inputs/button.tsx';
import { Against } from '../against.tsx';
import styles from '../draft.module.css';
import { draftStore, type Judgement } from '../draft-store.ts';
import { handStore } from '../hand-store.ts';
import type { Change } from '../make-edits.ts';

/** After the last letter. */
const SETTLE_MS = 180;

interface EditFormProps {
  readonly title: string;
  /** Null while something is missing. */
  readonly change: Change | null;
  readonly children: ReactNode;
  readonly submit?: string;
  readonly width?: 'narrow' | 'wide';
}

export function EditForm({ title, change, children, submit, width }: EditFormProps) {
  const { t } = useTranslation();
  const { edits, judge, change: gather } = useStore(draftStore);
  const { ask } = useStore(handStore);
  const wanted = change === null ? null : JSON.stringify(change(edits));
  const [judged, setJudged] = useState<(Judgement & { readonly of: string }) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted stands for the change
  useEffect(() => {
    if (change === null || wanted === null) return;
    const timer = setTimeout(async () => setJudged({ of: wanted, ...(await judge(change)) }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted, judge]);
  const known = judged !== null && judged.of === wanted ? judged : null;
  const close = () => ask(null);
  async function put(): Promise<void> {
    if (change === null || wanted === null) return;
    const now = known ?? { of: wanted, ...(await judge(change)) };
    setJudged(now);
    if (now.verdict !== null) return;
    gather(change);
    close();
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={close}
      {...(width ? { width } : {})}
      foot={
        <>
          <Button variant="quiet" onPress={close}>
            {t('action.cancel')}
          </Button>
          <Button
            variant="primary"
            isDisabled={wanted === null || (known !== null && known.verdict !== null)}
            onPress={() => void put()}
          >
            {submit ?? t('concepts.edit.form.gather')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void put();
        }}
      >
        {children}
        {known?.verdict ? <Against problem={known.verdict} /> : null}
        <p className={styles.outcome} role="status">
          {known?.words ? <MarkedText text={t('concepts.edit.form.outcome', { what: known.words })} /> : null}
        </p>
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}
