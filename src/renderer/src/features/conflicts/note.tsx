// A note that stays with a conflict: read in place, written in place, kept with Ctrl/Cmd+Enter.
import { NotebookPen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Conflict } from '../../../../shared/model/graph.ts';
import { describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { conflictsStore } from './conflicts-store.ts';
import styles from './detail.module.css';

interface NoteProps {
  readonly conflict: Conflict;
  readonly writing: boolean;
  readonly onWriting: (writing: boolean) => void;
}

export function Note({ conflict, writing, onWriting }: NoteProps) {
  const { t } = useTranslation();
  if (writing) return <Writing key={conflict.id} conflict={conflict} onDone={() => onWriting(false)} />;
  if (conflict.note === null || conflict.note === '') return null;
  return (
    <div className={styles.note}>
      <NotebookPen size={14} strokeWidth={1.75} />
      <p>
        <span className="sr-only">{t('conflicts.note.label')}: </span>
        {conflict.note}
      </p>
      <Button variant="quiet" onPress={() => onWriting(true)}>
        {t('conflicts.note.edit')}
      </Button>
    </div>
  );
}

function Writing({ conflict, onDone }: { conflict: Conflict; onDone: () => void }) {
  const { t } = useTranslation();
  const { note } = useStore(conflictsStore);
  const [text, setText] = useState(conflict.note ?? '');
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => () => document.querySelector<HTMLElement>('[data-inspector-title]')?.focus(), []);
  const keep = () =>
    void note(conflict, text.trim()).then(onDone, (thrown: unknown) => setFailure(describeFailure(thrown)));
  return (
    <div className={styles.noteForm}>
      <TextField
        label={t('conflicts.note.label')}
        value={text}
        onChange={setText}
        lines={3}
        maxLength={2000}
        problem={failure?.message ?? null}
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            onDone();
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep();
        }}
      />
      <p className={styles.noteFoot}>
        <Button variant="quiet" onPress={onDone}>
          {t('action.cancel')}
        </Button>
        <Button variant="primary" writes onPress={keep}>
          {t('conflicts.note.keep')}
        </Button>
      </p>
    </div>
  );
}
