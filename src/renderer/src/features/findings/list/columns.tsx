// The columns of the list: one line a finding where there is room, two lines beside an open one and on a phone. Groups stand in the first of them.
import { ChevronRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatChance, formatCount } from '../../../ui/format.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import type { Column } from '../../../ui/virtual-grid.tsx';
import styles from '../findings.module.css';
import { findingsStore } from '../findings-store.ts';
import { SeverityMark } from '../severity-mark.tsx';
import { componentOf, type GroupRow, type Row } from './rows.ts';
import { Standing } from './standing.tsx';

/** Chooses a row with the pointer; the keyboard chooses the current one with `x`. */
function Tick({ row }: { row: Row }) {
  const { t } = useTranslation();
  const ticked = useStore(findingsStore, (s) => s.ticked.has(row.key));
  if (row.type === 'group') return null;
  const { finding } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keeps the row from taking the click; the box itself takes the keys.
    <label className={styles.tick} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={ticked}
        onChange={() => findingsStore.getState().tick(row.key)}
        aria-label={t('findings.tick', { id: finding.vulnerability, component: componentOf(finding) })}
      />
    </label>
  );
}

function Group({ row }: { row: GroupRow }) {
  const { t } = useTranslation();
  const fold = (event: MouseEvent) => {
    event.stopPropagation();
    findingsStore.getState().fold(row.key);
  };
  return (
    <span className={styles.group}>
      <span className={styles.fold} data-open={row.open} onClick={fold} aria-hidden="true">
        <ChevronRight size={14} strokeWidth={1.75} />
      </span>
      <SeverityMark severity={row.first.severity} short />
      <code className={styles.groupName}>{row.name}</code>
      <span className="quiet">
        {t('findings.groupCount', { count: row.findings })},{' '}
        {t('findings.groupOpen', { count: row.products })}
      </span>
    </span>
  );
}

function Together({ row }: { row: Row }) {
  const { t } = useTranslation();
  if (row.type === 'group') return <Group row={row} />;
  const { finding } = row;
  const { fixedIn } = finding;
  return (
    <span className={styles.summary} data-depth={row.depth}>
      <span className={styles.summaryHead}>
        <SeverityMark severity={finding.severity} short />
        <code className={styles.id}>{finding.vulnerability}</code>
        <Standing finding={finding} />
      </span>
      <span className={styles.summaryFoot}>
        <code>{componentOf(finding)}</code>
        {fixedIn === null ? null : (
          <>
            {' → '}
            <code>{fixedIn}</code>
          </>
        )}
        <span className={styles.in}>{finding.product.name}</span>
        <span className="sr-only">{t(`findings.severity.${finding.severity}`)}</span>
      </span>
    </span>
  );
}

function Epss({ epss }: { epss: number | null }) {
  const { t } = useTranslation();
  if (epss === null) return <span className="muted">–</span>;
  const percent = formatChance(epss);
  return <span title={t('findings.epssTitle', { percent })}>{percent}</span>;
}

/** Whatever a group row has no cell for is left empty. */
const ofFinding =
  (cell: (finding: Extract<Row, { type: 'finding' }>['finding']) => React.ReactNode) => (row: Row) =>
    row.type === 'finding' ? cell(row.finding) : null;

interface Columns {
  /** On a phone, or nearly; when it was found stands in the inspector. */
  readonly tight: Column<Row>[];
  readonly together: Column<Row>[];
  /** Together, where there is room for the chance. */
  readonly wider: Column<Row>[];
  readonly apart: Column<Row>[];
}

export function useColumns(): Columns {
  const { t } = useTranslation();
  const title = (id: string) => t(`findings.columns.${id}` as 'findings.columns.fix');
  const tick: Column<Row> = {
    ...{ id: 'tick', title: title('tick'), width: '28px', quiet: true },
    cell: (row) => <Tick row={row} />,
  };
  const age: Column<Row> = {
    ...{ id: 'age', title: title('age'), width: '88px', align: 'end' as const },
    cell: ofFinding(({ firstSeen }) => (
      <span className="quiet">
        <TimeAgo at={firstSeen} />
      </span>
    )),
  };
  const epss: Column<Row> = {
    ...{ id: 'epss', title: title('epss'), width: '52px', align: 'end' as const },
    cell: ofFinding((finding) => <Epss epss={finding.epss} />),
  };
  const finding: Column<Row> = {
    ...{ id: 'finding', title: title('finding'), width: 'minmax(0, 1fr)' },
    cell: (row) => <Together row={row} />,
  };
  return {
    tight: [tick, finding],
    together: [tick, finding, age],
    wider: [tick, finding, epss, age],
    apart: [
      tick,
      {
        ...{ id: 'severity', title: title('severity'), width: '88px' },
        cell: ofFinding(({ severity }) => <SeverityMark severity={severity} />),
      },
      {
        ...{ id: 'vulnerability', title: title('vulnerability'), width: 'minmax(128px, 0.9fr)' },
        cell: ofFinding(({ vulnerability }) => <code className={styles.id}>{vulnerability}</code>),
      },
      {
        ...{ id: 'component', title: title('component'), width: 'minmax(120px, 1.3fr)' },
        cell: ofFinding((finding) => (
          <span className={styles.component} title={finding.title}>
            <code>{componentOf(finding)}</code>
            {finding.scope === 'build' ? <span className="quiet">{t('findings.scope.build')}</span> : null}
          </span>
        )),
      },
      {
        ...{ id: 'product', title: title('product'), width: 'minmax(72px, 0.6fr)' },
        cell: ofFinding(({ product }) => product.name),
      },
      {
        ...{ id: 'fix', title: title('fix'), width: 'minmax(88px, 0.8fr)' },
        cell: ofFinding(({ fixedIn }) =>
          fixedIn === null ? <span className="quiet">{t('findings.noFix')}</span> : <code>{fixedIn}</code>,
        ),
      },
      {
        ...{ id: 'marks', title: title('marks'), width: 'minmax(176px, 1.3fr)' },
        cell: ofFinding((finding) => <Standing finding={finding} />),
      },
      epss,
      age,
    ],
  };
}

/** How many findings of how many are shown. */
export function useCounts(): string {
  const { t } = useTranslation();
  const { list, total } = useStore(findingsStore);
  return list === null
    ? ''
    : t('findings.counts', { shown: formatCount(list.length), total: formatCount(total) });
}
