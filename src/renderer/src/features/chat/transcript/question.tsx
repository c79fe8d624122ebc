// What the assistant asks: answers to choose from, and any other in words. Once answered it says what was answered.
import { MessageCircleQuestion } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryOf } from '../../../../../shared/model/assistant/transcript.ts';
import type { Failure } from '../../../ui/failure.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { conversationStore } from '../conversation/conversation-store.ts';
import styles from './question.module.css';

export const Question = memo(function Question({ entry }: { entry: EntryOf<'question'> }) {
  const { t } = useTranslation();
  return (
    <section className={styles.question} data-entry="question" data-open={entry.open}>
      <p className={styles.asked}>
        <MessageCircleQuestion size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>
          <b className={styles.who}>{t('chat.question.asks')}</b> {entry.question}
        </span>
      </p>
      {entry.open ? (
        <Answering entry={entry} />
      ) : (
        <p className={styles.answered}>
          {entry.answer === null
            ? t('chat.question.none')
            : t('chat.question.answered', { answer: entry.answer })}
        </p>
      )}
    </section>
  );
});

function Answering({ entry: { id, options } }: { entry: EntryOf<'question'> }) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  async function answer(text: string): Promise<void> {
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    setFailure(await conversationStore.getState().answer(id, text.trim()));
    setBusy(false);
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void answer(words);
      }}
    >
      {options.length === 0 ? null : (
        <div className="buttons">
          {options.map((option) => (
            <Button key={option} writes isDisabled={isBusy} onPress={() => void answer(option)}>
              {option}
            </Button>
          ))}
        </div>
      )}
      <div className={styles.own}>
        <TextField
          label={t(options.length === 0 ? 'chat.question.answer' : 'chat.question.other')}
          value={words}
          onChange={setWords}
          maxLength={4000}
        />
        <Button writes type="submit" isDisabled={isBusy || words.trim() === ''}>
          {t('chat.question.send')}
        </Button>
      </div>
      {failure ? <ErrorState failure={failure} compact /> : null}
    </form>
  );
}
