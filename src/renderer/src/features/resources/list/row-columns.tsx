// The columns of the list, fewer where there is less room: what it is and how it is always stand, the small lines go first.
import { ChevronRight, Lock } from 'lucide-react';
import type { CSSProperties, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { cx } from '../../../ui/cx.ts';
import { formatCount } from '../../../ui/format.ts';
import type { Column } from '../../../ui/virtual-grid.tsx';
import { KIND_ICON, MEASURED } from '../kinds.ts';
import styles from '../resources.module.css';
import { resourcesStore } from '../resources-store.ts';
import { StateMark } from '../state-mark.tsx';
import { LoadCell } from './load-cell.tsx';
import type { GroupRow, ResourceRow, Row } from './rows.ts';

const indent = (depth: number): CSSProperties => ({ paddingLeft: `${String(depth * 18)}px` });

/** The pointer's way to fold; the keyboard has the arrows. */
function Fold({ row }: { row: Row }) {
  if (row.inside === 0) return <span className={styles.noFold} />;
  const fold = (event: MouseEvent) => {
    event.stopPropagation();
    resourcesStore.getState().toggle(row.key);
  };
  return (
    <span className={styles.fold} data-open={row.open} onClick={fold} aria-hidden="true">
      <ChevronRight size={14} strokeWidth={1.75} />
    </span>
  );
}

function Name({ row, stacked }: { row: Row; stacked: boolean }) {
  return row.type === 'group' ? <GroupName row={row} /> : <OneName row={row} stacked={stacked} />;
}

function GroupName({ row }: { row: GroupRow }) {
  const { t } = useTranslation();
  return (
    <span className={styles.group} style={indent(row.depth)}>
      <Fold row={row} />
      <b>{t(`resources.kinds.${row.kind}`)}</b>
      <span className="quiet">{formatCount(row.inside)}</span>
      {row.wrong > 0 ? (
        <span className={cx(styles.wrongCount, 'bad')}>
          {t('resources.wrongCount', { count: row.wrong })}
        </span>
      ) : null}
    </span>
  );
}

function OneName({ row, stacked }: { row: ResourceRow; stacked: boolean }) {
  const { t } = useTranslation();
  const view = useStore(resourcesStore, (s) => s.criteria.view);
  const { resource, gone, aside, locked } = row;
  const Icon = KIND_ICON[resource.kind];
  const name = (
    <span className={styles.nameLine}>
      <code className={cx(styles.name, (gone || aside) && styles.faint)}>{resource.name}</code>
      {locked ? (
        <Lock
          className="muted"
          size={13}
          strokeWidth={1.75}
          role="img"
          aria-label={t('resources.lock.never')}
        />
      ) : null}
      {gone ? <span className="quiet">{t('resources.gone')}</span> : null}
    </span>
  );
  return (
    <span className={styles.one} style={indent(row.depth)}>
      {view === 'place' ? <Fold row={row} /> : null}
      <Icon className={styles.kindIcon} size={14} strokeWidth={1.5} aria-hidden="true" />
      {stacked ? (
        <span className={styles.stacked}>
          {name}
          <span className={cx('quiet', styles.under)}>
            <StateMark kind={resource.kind} state={resource.state} />
            <span className="clipped">{resource.detail}</span>
          </span>
        </span>
      ) : (
        name
      )}
    </span>
  );
}

const STACKED_ROW = 48;

/** @param width pixels of the list; 0 before it is known */
export function useRowColumns(width: number): {
  readonly columns: readonly Column<Row>[];
  readonly rowHeight: number | undefined;
} {
  const { t } = useTranslation();
  const view = useStore(resourcesStore, (s) => s.criteria.view);
  const stacked = width > 0 && width < 560;
  const of = (
    id: 'state' | 'kind' | 'place' | 'detail' | 'busy' | 'memory',
    track: string,
    cell: (row: ResourceRow) => React.ReactNode,
  ): Column<Row> => ({
    ...{ id, title: t(`resources.columns.${id}`), width: track },
    cell: (row) => (row.type === 'group' ? null : cell(row)),
  });
  const name: Column<Row> = {
    ...{
      id: 'name',
      title: t('resources.columns.name'),
      width: stacked ? 'minmax(0, 1fr)' : 'minmax(180px, 1.3fr)',
    },
    cell: (row) => <Name row={row} stacked={stacked} />,
  };
  const load = (what: 'busy' | 'memory') =>
    of(what, '116px', ({ resource, gone }) =>
      MEASURED.has(resource.kind) && !gone ? <LoadCell id={resource.id} what={what} /> : null,
    );
  const state = of('state', '112px', ({ resource }) => (
    <StateMark kind={resource.kind} state={resource.state} />
  ));
  const kind = of('kind', '104px', ({ resource }) => (
    <span className="muted">{t(`resources.kind.${resource.kind}`)}</span>
  ));
  const place = of('place', 'minmax(72px, 0.5fr)', ({ resource }) => (
    <span className="muted">{resource.targetHost}</span>
  ));
  const detail = of('detail', 'minmax(120px, 2fr)', ({ resource }) => (
    <span className="quiet" title={resource.detail}>
      {resource.detail}
    </span>
  ));
  if (stacked) return { columns: [name], rowHeight: STACKED_ROW };
  if (width < 760) return { columns: [name, state, detail], rowHeight: undefined };
  const loads = width < 980 ? [load('busy')] : [load('busy'), load('memory')];
  return {
    columns: [name, state, ...(view === 'place' && width > 1080 ? [kind] : []), place, detail, ...loads],
    rowHeight: undefined,
  };
}
