// Everything a dimension says otherwise than before, as a table: what the canvas marks, and what has no place on it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Token } from '../../../session/marks.tsx';
import { formatRoute, navigate } from '../../../session/router.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { type Column, VirtualGrid } from '../../../ui/virtual-grid.tsx';
import styles from './compare.module.css';
import { type Change, type Difference, SIGN } from './compare-store.ts';

export function ChangeTable({ difference }: { difference: Difference }) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<string | null>(null);
  const { changes, dimension } = difference;
  if (changes.length === 0)
    return (
      <EmptyState drawing="tree" title={t('concepts.compare.noneTitle')} text={t('concepts.compare.none')} />
    );
  const parent = (token: string | null) => (token === null ? '–' : <Token token={token} />);
  const columns: Column<Change>[] = [
    {
      id: 'concept',
      title: t('concepts.columns.token'),
      width: 'minmax(0, 1.2fr)',
      cell: (change) => <Token token={change.concept} />,
    },
    {
      id: 'kind',
      title: t('concepts.compare.change'),
      width: '84px',
      cell: ({ kind, isFlavour }) => (
        <span className={styles[kind]}>
          {SIGN[kind]} {t(isFlavour ? 'concepts.compare.flavour' : `concepts.compare.kind.${kind}`)}
        </span>
      ),
    },
    {
      id: 'before',
      title: t('concepts.compare.was'),
      width: 'minmax(0, 1fr)',
      cell: ({ before }) => parent(before),
    },
    {
      id: 'after',
      title: t('concepts.compare.is'),
      width: 'minmax(0, 1fr)',
      cell: ({ after }) => parent(after),
    },
  ];
  return (
    <VirtualGrid
      label={t('concepts.compare.table', { dimension })}
      rows={changes}
      columns={columns}
      keyOf={({ concept }) => concept}
      selected={selected}
      onSelect={(concept, enter) => {
        setSelected(concept);
        if (enter) navigate(formatRoute('concepts', concept, { dim: dimension }));
      }}
    />
  );
}
