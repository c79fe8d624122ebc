// A dimension's page in the inspector, while the dimension is looked at in itself: what it asks, who made it, how it is used, what it
// says most often, what is contested in it, and what taking it apart could look like.
import { useTranslation } from 'react-i18next';
import type { DimensionPage as Page } from '../../../../../shared/model/memory/dimension-page.ts';
import { Token } from '../../../session/marks.tsx';
import { formatRoute } from '../../../session/router.ts';
import { formatCount } from '../../../ui/format.ts';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './dimension.module.css';
import { FirstOf } from './first-of.tsx';
import { Question } from './question.tsx';
import { type OnDraft, SplitSuggestion } from './split-suggestion.tsx';
import { Usage } from './usage.tsx';
import { useDimensionPage } from './use-dimension-page.ts';

interface DimensionPageProps {
  readonly token: string;
  /** Gathers a suggested split with other edits. */
  readonly onDraft: OnDraft;
}

export function DimensionPage({ token, onDraft }: DimensionPageProps) {
  const { page, failure, read } = useDimensionPage(token);
  if (page === null)
    return failure === null ? <Skeleton rows={6} /> : <ErrorState failure={failure} onRetry={read} compact />;
  return (
    <>
      <Asked page={page} />
      <Usage usage={page.usage} />
      {page.parents.length === 0 ? null : <Parents page={page} />}
      {page.contested.length === 0 ? null : <Contested page={page} />}
      <SplitSuggestion key={page.token} page={page} onDraft={onDraft} />
    </>
  );
}

function Asked({ page }: { page: Page }) {
  const { t } = useTranslation();
  const { token, isIsa, made, aliases } = page;
  return (
    <section className={styles.asked} aria-label={t('concepts.dimension.label', { token })}>
      <Question page={page} />
      <p className="quiet">
        {t(isIsa ? 'concepts.dimension.usuallyIsa' : 'concepts.dimension.usuallyIspart')}
      </p>
      {made === null ? null : (
        <p className="quiet">
          {t('concepts.dimension.made', { who: made.by })} <TimeAgo at={made.at} />
        </p>
      )}
      {aliases.length === 0 ? null : (
        <p className={styles.aliases}>
          <span className="quiet">{t('concepts.dimension.aliases')}</span>
          {aliases.map((alias) => (
            <Token key={alias} token={alias} />
          ))}
        </p>
      )}
    </section>
  );
}

function Parents({ page: { token, parents, parentsTotal } }: { page: Page }) {
  const { t } = useTranslation();
  const most = parents[0]?.facts ?? 1;
  return (
    <FirstOf
      title={t('concepts.dimension.parents')}
      rows={parents}
      total={parentsTotal}
      className={styles.bars}
      row={(parent) => (
        <li key={parent.token}>
          <a href={formatRoute('concepts', parent.token, { dim: token })}>
            <Token token={parent.token} plain />
          </a>
          <span className={styles.bar} aria-hidden="true">
            <span style={{ width: `${String((100 * parent.facts) / most)}%` }} />
          </span>
          <span className={styles.figure}>{formatCount(parent.facts)}</span>
        </li>
      )}
    />
  );
}

function Contested({ page: { contested, contestedTotal } }: { page: Page }) {
  const { t } = useTranslation();
  return (
    <FirstOf
      title={t('concepts.dimension.contested')}
      rows={contested}
      total={contestedTotal}
      className={styles.contested}
      row={({ conflictId, concept, known, claimed }) => (
        <li key={conflictId}>
          <a href={formatRoute('conflicts', String(conflictId))}>
            <span className="sr-only">{t('concepts.inspector.conflictOpen', { id: conflictId })}: </span>
            <Token token={concept} plain strong />
            <span className={styles.claims}>
              {known === null ? (
                <span className="quiet">{t('concepts.dimension.nothingKnown')}</span>
              ) : (
                <Token token={known} plain />
              )}
              <span className="wait">{t('concepts.dimension.or')}</span>
              <Token token={claimed} plain />
            </span>
          </a>
        </li>
      )}
    />
  );
}
