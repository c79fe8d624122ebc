// What is carried, and what would become of it where it is held: said over the canvas, and aloud.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import styles from './draft.module.css';
import { whatWords } from './edit-words.ts';
import { handStore } from './hand-store.ts';

export function CarryNote() {
  const { t } = useTranslation();
  const { carried } = useStore(handStore);
  if (carried === null) return null;
  const { tokens, onto, verdict, by } = carried;
  const what = whatWords(tokens, t);
  const words =
    onto === null
      ? t(by === 'keyboard' ? 'concepts.edit.carry.start' : 'concepts.edit.carry.drag', { what })
      : verdict === null
        ? t('concepts.edit.carry.asking', { what, onto })
        : verdict === 'free'
          ? t('concepts.edit.carry.free', { what, onto })
          : t('concepts.edit.carry.not', { onto, why: verdict.message });
  const tone = onto === null || verdict === null ? undefined : verdict === 'free' ? 'ok' : 'bad';
  return (
    <p className={styles.carry} data-tone={tone} role="status" data-over>
      {words}
    </p>
  );
}
