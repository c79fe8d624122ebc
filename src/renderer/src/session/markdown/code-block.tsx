// Code of an answer: scrolls by itself, is copied with a button, gets its colours once it is whole. Never runs anything.
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy.tsx';
import styles from './code.module.css';
import { type Word, wordsOf } from './highlight.ts';

interface CodeBlockProps {
  readonly text: string;
  readonly language: string;
  readonly isOver: boolean;
}

export const CodeBlock = memo(function CodeBlock({ text, language, isOver }: CodeBlockProps) {
  const { t } = useTranslation();
  const lines = useWords(text, language, isOver);
  return (
    <figure className={styles.code}>
      <figcaption className={styles.head}>
        <span className={styles.language}>{language === '' ? t('markdown.code.plain') : language}</span>
        <CopyButton text={text} label={t('markdown.code.copy')} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre className={styles.lines} tabIndex={0}>
        <code>{lines === null ? text : lines.map(lineOf)}</code>
      </pre>
    </figure>
  );
});

const lineOf = (words: readonly Word[], at: number) => (
  <span key={at}>
    {at > 0 ? '\n' : ''}
    {words.map(({ text, tone }, place) =>
      tone === null ? (
        text
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <span key={place} className={styles[tone]}>
          {text}
        </span>
      ),
    )}
  </span>
);

/** Null while it grows, and where there are no colours for it. */
function useWords(text: string, language: string, isOver: boolean): readonly (readonly Word[])[] | null {
  const [coloured, setColoured] = useState<{
    readonly text: string;
    readonly lines: readonly (readonly Word[])[] | null;
  } | null>(null);
  useEffect(() => {
    if (!isOver || language === '') return;
    let isGone = false;
    const stop = whenIdle(() => {
      // Without its colours it reads as well.
      void wordsOf(text, language).then(
        (lines) => (isGone ? undefined : setColoured({ text, lines })),
        () => undefined,
      );
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [text, language, isOver]);
  return isOver && coloured?.text === text ? coloured.lines : null;
}

/** After what is to be drawn now. */
function whenIdle(work: () => void): () => void {
  const timer = setTimeout(work, 60);
  return () => clearTimeout(timer);
}
