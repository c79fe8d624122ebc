// What two dimensions say of the same concepts, those of which they say something else first, with counts of all there are.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Api, api, describeFailure } from '../../../session/client.ts';
import { DimensionMark, Token } from '../../../session/marks.tsx';
import { formatRoute, navigate } from '../../../session/router.ts';
import type { Failure } from '../../../ui/failure.ts';
import { formatCount } from '../../../ui/format.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { type Column, VirtualGrid } from '../../../ui/virtual-grid.tsx';
import type { Neighbourhood } from '../concepts-store.ts';
import { alongNow } from '../filter/use-looks.ts';
import styles from './overlay.module.css';

type Between = Awaited<ReturnType<Api['concepts']['between']>>;
type Row = Between['rows'][number];

/** @param neighbourhood a new answer is a reason to read */
function useBetween(neighbourhood: Neighbourhood, other: string) {
  const [between, setBetween] = useState<Between | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above, and each try
  useEffect(() => {
    let isLatest = true;
    api.concepts
      .between({ dimension: neighbourhood.dimension, other })
      .then((read) => {
        if (!isLatest) return;
        setBetween(read);
        setFailure(null);
      })
      .catch((thrown: unknown) => {
        if (isLatest) setFailure(describeFailure(thrown));
      });
    return () => {
      isLatest = false;
    };
  }, [neighbourhood, other, tries]);
  return { between, failure, again: () => setTries(tries + 1) };
}

export function BetweenTable({ neighbourhood, other }: { neighbourhood: Neighbourhood; other: string }) {
  const { t } = useTranslation();
  const { between, failure, again } = useBetween(neighbourhood, other);
  const [selected, setSelected] = useState<string | null>(null);
  if (failure && !between) return <ErrorState failure={failure} onRetry={again} />;
  if (!between) return <Skeleton rows={10} />;
  const { one, counts, rows } = between;
  if (rows.length === 0)
    return (
      <EmptyState drawing="tree" title={t('concepts.overlay.noneTitle')} text={t('concepts.overlay.none')} />
    );
  const all = counts.otherwise + counts.same + counts.only_one + counts.only_other;
  const parent = (token: string | null) => (token === null ? '–' : <Token token={token} />);
  const columns: Column<Row>[] = [
    {
      id: 'concept',
      title: t('concepts.columns.token'),
      width: 'minmax(0, 1.2fr)',
      cell: (row) => <Token token={row.concept} plain />,
    },
    {
      id: 'said',
      title: t('concepts.overlay.how'),
      width: '104px',
      cell: ({ said }) => (
        <span className={said === 'otherwise' ? styles.otherwise : styles.same}>
          {t(`concepts.overlay.saids.${said}`)}
        </span>
      ),
    },
    { id: 'one', title: `[${one}]`, width: 'minmax(0, 1fr)', cell: (row) => parent(row.one) },
    { id: 'other', title: `[${between.other}]`, width: 'minmax(0, 1fr)', cell: (row) => parent(row.other) },
  ];
  const count = (said: Row['said']) => formatCount(counts[said]);
  return (
    <>
      <p className={styles.bar}>
        <DimensionMark name={one} /> / <DimensionMark name={between.other} />{' '}
        {t('concepts.overlay.counts', {
          ...{ otherwise: count('otherwise'), same: count('same') },
          ...{ one: count('only_one'), other: count('only_other') },
        })}
        {rows.length < all ? ` (${t('concepts.overlay.cut', { count: rows.length })})` : ''}
      </p>
      <VirtualGrid
        label={t('concepts.overlay.table', { one, other: between.other })}
        rows={rows}
        columns={columns}
        keyOf={({ concept }) => concept}
        selected={selected}
        onSelect={(concept, enter) => {
          setSelected(concept);
          if (enter) navigate(formatRoute('concepts', concept, { dim: one, ...alongNow() }));
        }}
      />
    </>
  );
}
