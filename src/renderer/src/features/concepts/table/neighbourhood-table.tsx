// The table twin of the canvas: every concept and fact on it, an equal way in.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EdgeStroke, SourceChip, Token } from '../../../session/marks.tsx';
import { formatRoute, navigate } from '../../../session/router.ts';
import { cx } from '../../../ui/cx.ts';
import { formatPercent } from '../../../ui/format.ts';
import { Fitted } from '../../../ui/grid/fitted.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { type Column, VirtualGrid } from '../../../ui/virtual-grid.tsx';
import type { Drawn } from '../canvas/canvas-elements.ts';
import type { Neighbourhood, TreeNode } from '../concepts-store.ts';
import { useEditedRows } from '../draft/edited-rows.tsx';
import { alongNow } from '../filter/use-looks.ts';
import { inTreeOrder } from '../layout/walk.ts';
import { askWhyOf } from '../why/ask-why.ts';
import { WhyButton } from '../why/why-button.tsx';
import styles from './table.module.css';

const NONE = '–';
const keyOf = (node: TreeNode): string => node.concept.token;
/** Pixels that the columns take next to each other; with less, the last four stand under the concept. */
const APART = 740;
const STACKED_ROW = 52;

interface TableProps {
  readonly neighbourhood: Neighbourhood;
  readonly drawn: Drawn;
}

export function NeighbourhoodTable(props: TableProps) {
  return <Fitted>{(width) => <Rows {...props} narrow={width < APART} />}</Fitted>;
}

function Rows({ neighbourhood, drawn, narrow }: TableProps & { narrow: boolean }) {
  const { t } = useTranslation();
  const seen = useMemo(() => ({ ...neighbourhood, nodes: drawn.nodes }), [neighbourhood, drawn]);
  const editing = useEditedRows(seen);
  const place = ({ depth, isWay }: TreeNode) =>
    isWay
      ? t('concepts.filter.way')
      : t(depth < 0 ? 'concepts.level.above' : depth === 0 ? 'concepts.level.focus' : 'concepts.level.below');
  const rows = useMemo(
    () =>
      inTreeOrder(
        drawn.nodes,
        (n) => n.concept.token,
        (n) => n.parent,
      ),
    [drawn],
  );
  const least = Math.min(...drawn.nodes.map((n) => n.depth));
  const columns: Column<TreeNode>[] = [
    ...editing.columns,
    {
      id: 'token',
      title: t('concepts.columns.token'),
      width: narrow ? 'minmax(0, 1.4fr)' : 'minmax(130px, 1.4fr)',
      cell: (n) => (
        <span className={styles.concept} style={{ paddingLeft: (n.depth - least) * 14 }}>
          <Token
            token={drawn.marks.get(n.concept.token)?.label ?? n.concept.token}
            plain
            strong={n.depth === 0}
          />
          {narrow ? (
            <span className={styles.under}>
              {place(n)}
              {n.edge ? (
                <>
                  {' '}
                  <SourceChip source={n.edge.source} /> {formatPercent(n.edge.confidence)} ·{' '}
                  <TimeAgo at={n.edge.lastConfirmed} />
                </>
              ) : null}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'relation',
      title: t('concepts.columns.relation'),
      width: narrow ? '30px' : '128px',
      quiet: narrow,
      cell: (n) =>
        n.edge ? (
          <WhyButton edge={n.edge} className={cx(styles.relation)}>
            <EdgeStroke isIsa={n.edge.isIsa} confidence={n.edge.confidence} contested={n.edge.contested} />
            {narrow
              ? null
              : `${n.edge.isIsa ? t('mark.isa') : t('mark.ispart')}${n.edge.contested ? ' ?' : ''}`}
          </WhyButton>
        ) : (
          NONE
        ),
    },
    {
      id: 'parent',
      title: t('concepts.columns.parent'),
      width: narrow ? 'minmax(0, 1fr)' : 'minmax(110px, 1fr)',
      cell: (n) => (n.edge ? <Token token={n.parent ?? n.edge.parent} plain /> : NONE),
    },
  ];
  if (!narrow) {
    columns.push(
      { id: 'level', title: t('concepts.columns.level'), width: '76px', cell: place },
      {
        id: 'source',
        title: t('concepts.columns.source'),
        width: '52px',
        cell: (n) => (n.edge ? <SourceChip source={n.edge.source} /> : NONE),
      },
      {
        id: 'confidence',
        title: t('concepts.columns.confidence'),
        width: '48px',
        align: 'end',
        cell: (n) => (n.edge ? formatPercent(n.edge.confidence) : NONE),
      },
      {
        id: 'confirmed',
        title: t('concepts.columns.confirmed'),
        width: '80px',
        align: 'end',
        cell: (n) => (n.edge ? <TimeAgo at={n.edge.lastConfirmed} /> : NONE),
      },
    );
  }
  const open = (token: string) =>
    navigate(formatRoute('concepts', token, { dim: neighbourhood.dimension, view: 'table', ...alongNow() }));
  return (
    <>
      <VirtualGrid
        label={t('concepts.table')}
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        selected={editing.cursor ?? neighbourhood.focus}
        onSelect={editing.isEditing ? (token, enter) => (enter ? open(token) : editing.go(token)) : open}
        onKey={(key, n) => editing.onKey(key) || (key === 'w' && askWhyOf(n.edge))}
        {...(narrow ? { rowHeight: STACKED_ROW } : {})}
      />
      {editing.over}
    </>
  );
}
