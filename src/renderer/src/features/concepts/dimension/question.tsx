// What a dimension asks, read in place and changed in place: what that does is looked at before it is done, and it can be taken back.
import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DimensionPage } from '../../../../../shared/model/memory/dimension-page.ts';
import type { EditProblem, GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';
import { attempt } from '../../../session/ask.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { Against } from '../draft/against.tsx';
import { applyEdits, previewEdits } from './apply-edits.ts';
import styles from './dimension.module.css';

const LONGEST = 200;

type Asking = Pick<DimensionPage, 'token' | 'question' | 'isIsa'>;

export function Question({ page }: { page: Asking }) {
  const { t } = useTranslation();
  const [writing, setWriting] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasWriting = useRef(false);
  // The focus comes back to where it was.
  useEffect(() => {
    if (wasWriting.current && !writing) pencil.current?.focus();
    wasWriting.current = writing;
  }, [writing]);
  if (writing) return <Writing page={page} onDone={() => setWriting(false)} />;
  return (
    <div className={styles.question}>
      <p className={styles.asks}>
        {page.question ?? <span className="muted">{t('concepts.dimension.noQuestion')}</span>}
      </p>
      <IconButton
        icon={Pencil}
        label={t('concepts.dimension.changeQuestion')}
        onPress={() => setWriting(true)}
        ref={pencil}
        writes
      />
    </div>
  );
}

function Writing({ page, onDone }: { page: Asking; onDone: () => void }) {
  const { t } = useTranslation();
  const { token, isIsa } = page;
  const [text, setText] = useState(page.question ?? '');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly EditProblem[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const asked = text.trim() === '' ? null : text.trim();
  const isSame = asked === page.question;
  async function keep(): Promise<void> {
    if (busy || isSame) return;
    setBusy(true);
    setRefused([]);
    const edits: GraphEdit[] = [{ edit: 'dimension', name: token, question: asked, isIsa }];
    const failed = await attempt(async () => {
      const { problems, basis } = await previewEdits(edits);
      setRefused(problems);
      if (basis === null) return;
      const what = asked === null ? 'asksNothing' : 'asksNow';
      await applyEdits(edits, {
        ...{ basis, text: t(`concepts.dimension.${what}`, { token, question: asked ?? '' }) },
      });
      onDone();
    });
    setFailure(failed?.message ?? null);
    setBusy(false);
  }
  return (
    <div className={styles.form}>
      <TextField
        label={t('concepts.dimension.question')}
        placeholder={t('concepts.dimension.questionPlaceholder')}
        hint={t('concepts.dimension.questionHint')}
        value={text}
        onChange={setText}
        maxLength={LONGEST}
        problem={failure}
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            onDone();
          }
          if (event.key === 'Enter') void keep();
        }}
      />
      {refused.map((problem) => (
        <Against key={problem.message} problem={problem} />
      ))}
      <p className={styles.foot}>
        <Button variant="quiet" onPress={onDone}>
          {t('action.cancel')}
        </Button>
        <Button variant="primary" writes isDisabled={busy || isSame} onPress={() => void keep()}>
          {t('concepts.dimension.keepQuestion')}
        </Button>
      </p>
    </div>
  );
}
