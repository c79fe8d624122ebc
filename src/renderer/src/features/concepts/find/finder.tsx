// The search: recent and most recalled concepts and the dimensions until something is typed, then what matches.
import { ChevronRight } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ConceptSummary } from '../../../../../shared/model/graph.ts';
import { DimensionMark, Token } from '../../../session/marks.tsx';
import { formatRoute, navigate } from '../../../session/router.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { formatCount } from '../../../ui/format.ts';
import { SearchField } from '../../../ui/inputs/search-field.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { useNarrow } from '../../../ui/use-media.ts';
import { type Column, VirtualGrid } from '../../../ui/virtual-grid.tsx';
import { conceptsStore } from '../concepts-store.ts';
import { asTyped, Tell } from '../inspect/tell.tsx';
import styles from './finder.module.css';

interface FinderProps {
  readonly query: string;
  readonly field: Ref<HTMLInputElement>;
}

export function Finder({ query, field }: FinderProps) {
  const { t } = useTranslation();
  const { found, searchFailure, search } = useStore(conceptsStore);
  const typed = query.trim() !== '';
  const open = (token: string) => navigate(formatRoute('concepts', token));
  const onKeyDown = (event: KeyboardEvent) => {
    const first = found?.matches[0];
    if (event.key === 'Enter' && typed && first) open(first.token);
    if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-list]')?.focus();
  };
  return (
    <div className={styles.finder} data-typed={typed}>
      <div className={styles.head}>
        {typed ? null : <p className={styles.lead}>{t('concepts.lead')}</p>}
        <SearchField
          large
          label={t('concepts.searchLong')}
          placeholder={t('concepts.searchLong')}
          value={query}
          onChange={(value) => navigate(formatRoute('concepts', null, { q: value }), { replace: true })}
          onKeyDown={onKeyDown}
          inputRef={field}
          hint="/"
        />
        <AsOf />
      </div>
      {searchFailure && !found ? (
        <ErrorState failure={searchFailure} onRetry={() => void search(query)} />
      ) : null}
      {!found && !searchFailure ? <Skeleton rows={8} /> : null}
      {found ? typed ? <Matches query={query} open={open} /> : <Landing /> : null}
    </div>
  );
}

function Landing() {
  const { t } = useTranslation();
  const { found, dimensions } = useStore(conceptsStore);
  if (!found || (found.recent.length === 0 && found.mostRecalled.length === 0)) {
    return (
      <EmptyState drawing="tree" title={t('concepts.emptyTitle')} text={t('concepts.emptyText')}>
        <div className={styles.tell}>
          <Tell token={null} />
        </div>
      </EmptyState>
    );
  }
  return (
    <div className={styles.columns}>
      <Column3 title={t('concepts.recent')}>
        {found.recent.map((c) => (
          <ConceptLine key={c.token} concept={c}>
            {c.lastSeen === null ? null : <TimeAgo at={c.lastSeen} />}
          </ConceptLine>
        ))}
      </Column3>
      <Column3 title={t('concepts.mostRecalled')}>
        {found.mostRecalled.length === 0 ? <li className="quiet">{t('concepts.recalledNone')}</li> : null}
        {found.mostRecalled.map((c) => (
          <ConceptLine key={c.token} concept={c}>
            {t('concepts.recalledTimes', { count: c.recalled })}
          </ConceptLine>
        ))}
      </Column3>
      <Column3 title={t('concepts.dimensions')}>
        {dimensions.map((d) => (
          <li key={d.token}>
            <a className={styles.line} href={formatRoute('concepts', d.token, { dim: d.token })}>
              <DimensionMark name={d.token} />
              {d.question === null ? null : <span className={styles.asks}>{d.question}</span>}
              {d.conflicts > 0 ? <span className={styles.contested}>?</span> : null}
              <span className={styles.figure}>{t('concepts.dimensionFacts', { count: d.edges })}</span>
            </a>
          </li>
        ))}
      </Column3>
    </div>
  );
}

function Column3({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.column}>
      <h2 className={styles.title}>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

function ConceptLine({ concept, children }: { concept: ConceptSummary; children: ReactNode }) {
  return (
    <li>
      <a className={styles.line} href={formatRoute('concepts', concept.token)}>
        <Token token={concept.token} plain />
        {concept.conflicts > 0 ? <span className={styles.contested}>?</span> : null}
        <span className={styles.figure}>{children}</span>
        <ChevronRight size={14} strokeWidth={1.5} />
      </a>
    </li>
  );
}

function Matches({ query, open }: { query: string; open: (token: string) => void }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { found } = useStore(conceptsStore);
  if (!found || found.matches.length === 0) {
    return (
      <EmptyState
        drawing="search"
        title={t('concepts.noMatchTitle', { query: query.trim() })}
        text={t('concepts.noMatchText')}
      >
        <div className={styles.tell}>
          <Tell token={asTyped(query)} />
        </div>
      </EmptyState>
    );
  }
  const figure = (
    id: 'encounters' | 'facts' | 'children' | 'recalled',
    value: (c: ConceptSummary) => number,
  ) =>
    ({
      id,
      title: t(`concepts.columns.${id}`),
      width: '72px',
      align: 'end',
      cell: (c) => formatCount(value(c)),
    }) satisfies Column<ConceptSummary>;
  const columns: Column<ConceptSummary>[] = [
    {
      id: 'token',
      title: t('concepts.columns.token'),
      width: 'minmax(140px, 1fr)',
      cell: (c) => (
        <>
          <Token token={c.token} plain />
          {c.conflicts > 0 ? <span className={styles.contested}> ?</span> : null}
        </>
      ),
    },
    figure('facts', (c) => c.edges),
    figure('children', (c) => c.children),
    ...(narrow
      ? []
      : [
          figure('encounters', (c) => c.encounterCount),
          figure('recalled', (c) => c.recalled),
          {
            id: 'seen',
            title: t('concepts.columns.seen'),
            width: '96px',
            align: 'end',
            cell: (c: ConceptSummary) => (c.lastSeen === null ? '–' : <TimeAgo at={c.lastSeen} />),
          } satisfies Column<ConceptSummary>,
        ]),
  ];
  return (
    <>
      <p className={styles.counts} role="status">
        {t('concepts.matches', { shown: formatCount(found.matches.length), total: formatCount(found.total) })}
      </p>
      <VirtualGrid
        label={t('concepts.matchTable')}
        rows={found.matches}
        columns={columns}
        keyOf={(c) => c.token}
        selected={null}
        onSelect={(token) => open(token)}
      />
    </>
  );
}
