// A marker of a citation as buttons, one a source: pressed, it shows the passage. The arrow keys go from one to the next. A source that is not there stays words.
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './brief.module.css';
import { useCited } from './cited.ts';
import { issuerOf, kindOf } from './source-words.ts';

/** Drawn for what `markCitations` made. */
export function CiteMark({ ids, children }: { ids: string; children: ReactNode }) {
  const { citations } = useCited();
  const numbers = ids.split(' ').map(Number);
  if (!numbers.every((n) => citations.has(n))) return <>{children}</>;
  return (
    <span className={styles.marks}>
      {numbers.map((n) => (
        <Mark key={n} n={n} />
      ))}
    </span>
  );
}

/** One source, to be shown. */
export function Mark({ n }: { n: number }) {
  const { t } = useTranslation();
  const { shown, sources, show } = useCited();
  const id = useId();
  const source = sources.get(n);
  const kind = t(`briefs.one.source.kind.${source ? kindOf(source) : 'other'}`);
  const issuer = source ? issuerOf(source) : null;
  const what = issuer === null ? kind : `${kind}, ${issuer}`;
  return (
    <button
      type="button"
      id={id}
      className={styles.mark}
      data-mark={n}
      aria-label={t('briefs.one.marker', { n, what })}
      aria-pressed={shown === n}
      title={what}
      // A click that no pointer made came from a key.
      onClick={(event) => show(n, event.currentTarget, event.detail === 0)}
    >
      {n}
    </button>
  );
}

/** Left and right, among all markers of the brief. */
export function stepAmongMarks(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const { target, currentTarget } = event;
  if (by === undefined || !(target instanceof HTMLElement) || !target.matches('[data-mark]')) return;
  const marks = [...currentTarget.querySelectorAll<HTMLElement>('[data-mark]')];
  const next = marks[marks.indexOf(target) + by];
  event.preventDefault();
  next?.focus();
}
