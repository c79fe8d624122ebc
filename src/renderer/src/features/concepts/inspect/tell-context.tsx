// While a fact is typed, what the dimension after "in context of" asks; until one is named, those there are, each with its question.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DimensionMark } from '../../../session/marks.tsx';
import { useKnownDimensions } from '../dimension/use-known-dimensions.ts';
import styles from './tell.module.css';

const CONTEXT = /\sin context of\s+(\S*)$/i;
const OFFERED = 8;

/** The dimension as far as it is typed; null before "in context of", and when something follows it. */
export const typedContext = (fact: string): string | null => CONTEXT.exec(fact)?.[1]?.toLowerCase() ?? null;

interface TellContextProps {
  readonly fact: string;
  readonly onChoose: (fact: string) => void;
}

export function TellContext({ fact, onChoose }: TellContextProps) {
  const { t } = useTranslation();
  const dimensions = useKnownDimensions();
  const list = useRef<HTMLUListElement>(null);
  // The field stands at the lower end of the inspector: what is offered is no use below it.
  const isListed = dimensions.length > 0;
  useEffect(() => {
    if (isListed) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isListed]);
  const typed = typedContext(fact) ?? '';
  const named = dimensions.find(({ token }) => token === typed);
  if (named)
    return (
      <>
        <DimensionMark name={named.token} /> {named.question ?? t('concepts.edit.form.questionNone')}
      </>
    );
  const offered = dimensions.filter(({ token }) => token.startsWith(typed)).slice(0, OFFERED);
  if (offered.length === 0) return <>{t('concepts.edit.form.newDimension')}</>;
  return (
    <ul ref={list} className={styles.contexts} aria-label={t('concepts.edit.form.dimension')}>
      {offered.map(({ token, question }) => (
        <li key={token}>
          <button
            type="button"
            onClick={() => onChoose(fact.slice(0, fact.length - typed.length) + token)}
            className={styles.context}
          >
            <DimensionMark name={token} />
            {question === null ? null : <span>{question}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
