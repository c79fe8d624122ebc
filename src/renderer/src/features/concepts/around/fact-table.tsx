// The facts around a concept as a table: everything the picture shows.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DimensionMark, EdgeStroke, SourceChip, Token } from '../../../session/marks.tsx';
import { useRoute } from '../../../session/router.ts';
import { formatPercent } from '../../../ui/format.ts';
import { useNarrow } from '../../../ui/use-media.ts';
import { type Column, VirtualGrid } from '../../../ui/virtual-grid.tsx';
import type { Around } from '../concepts-store.ts';
import { askWhy } from '../why/ask-why.ts';

type Fact = Around['edges'][number];

export function FactTable({ around, only }: { around: Around; only: string | null }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const rows = useMemo(
    () => around.edges.filter(({ dimension }) => only === null || dimension === only),
    [around, only],
  );
  const columns: Column<Fact>[] = [
    {
      id: 'concept',
      title: t('concepts.columns.token'),
      width: 'minmax(0, 1fr)',
      cell: (fact) => <Token token={fact.concept} strong={fact.concept === around.focus} />,
    },
    {
      id: 'dimension',
      title: t('concepts.around.dimension'),
      width: narrow ? '104px' : '150px',
      cell: (fact) => <DimensionMark name={fact.dimension} contested={fact.contested} />,
    },
    {
      id: 'parent',
      title: t('concepts.columns.parent'),
      width: 'minmax(0, 1fr)',
      cell: (fact) => <Token token={fact.parent} strong={fact.parent === around.focus} />,
    },
  ];
  if (!narrow)
    columns.push(
      {
        id: 'relation',
        title: t('concepts.columns.relation'),
        width: '60px',
        quiet: true,
        cell: (fact) => (
          <EdgeStroke isIsa={fact.isIsa} confidence={fact.confidence} contested={fact.contested} />
        ),
      },
      {
        id: 'source',
        title: t('concepts.columns.source'),
        width: '52px',
        cell: (fact) => <SourceChip source={fact.source} />,
      },
      {
        id: 'confidence',
        title: t('concepts.columns.confidence'),
        width: '56px',
        align: 'end',
        cell: (fact) => formatPercent(fact.confidence),
      },
    );
  const { query } = useRoute();
  return (
    <VirtualGrid
      label={t('concepts.around.table', { token: around.focus })}
      rows={rows}
      columns={columns}
      keyOf={(fact) => String(fact.edgeId)}
      selected={query.edge ?? null}
      onSelect={(key) => askWhy(Number(key))}
    />
  );
}
