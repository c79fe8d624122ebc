// The sentence a fact came from, with the words of the fact marked in it.
import { markWords } from './mark-words.ts';
import styles from './marked-sentence.module.css';

interface MarkedSentenceProps {
  readonly sentence: string;
  /** Canonical tokens, the more important first. */
  readonly tokens: readonly string[];
}

export function MarkedSentence({ sentence, tokens }: MarkedSentenceProps) {
  const pieces = markWords(sentence, tokens).map((piece, index) => ({
    ...piece,
    key: `piece-${String(index)}`,
  }));
  return (
    <blockquote className={styles.sentence}>
      {pieces.map(({ key, text, token }) => (token === null ? text : <mark key={key}>{text}</mark>))}
    </blockquote>
  );
}
