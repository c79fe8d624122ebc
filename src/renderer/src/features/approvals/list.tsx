// What waits and runs, or all that was: what to do to what, where, how risky, who asked, how long it may wait or what became of it.
import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Approval } from '../../../../shared/model/approval.ts';
import { Expiry } from '../../session/approval/expiry.tsx';
import { Risk } from '../../session/approval/risk.tsx';
import { Place, plainSentence, Sentence } from '../../session/approval/sentence.tsx';
import { formatMs } from '../../ui/format.ts';
import { type StackingColumns, StackingGrid } from '../../ui/grid/stacking-grid.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import type { Column } from '../../ui/virtual-grid.tsx';
import styles from './approvals.module.css';
import { bulkStore } from './bulk-store.ts';

/** Pixels that the columns take next to each other: of what waits, and of what is over. */
const APART = { waiting: 820, over: 890 };

/** Chooses a row with the pointer; the keyboard chooses the current row with `x`. */
function Tick({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const ticked = useStore(bulkStore, (s) => s.ticked.has(approval.id));
  if (approval.status !== 'pending') return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keeps the row from taking the click; the box itself takes the keys.
    <label className={styles.tick} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={ticked}
        onChange={() => bulkStore.getState().tick(approval.id)}
        aria-label={t('approvals.tick', { what: plainSentence(approval.plan) })}
      />
    </label>
  );
}

type Became = 'done' | 'failed' | 'refused' | 'unknown' | 'started' | 'verified' | 'notVerified' | 'unproven';

const MARK = {
  started: { Icon: LoaderCircle, tone: 'info' },
  verified: { Icon: CircleCheck, tone: 'ok' },
  done: { Icon: CircleCheck, tone: 'ok' },
  unproven: { Icon: TriangleAlert, tone: 'wait' },
  refused: { Icon: TriangleAlert, tone: 'wait' },
  unknown: { Icon: CircleHelp, tone: 'wait' },
  notVerified: { Icon: CircleAlert, tone: 'bad' },
  failed: { Icon: CircleAlert, tone: 'bad' },
} as const;

/** The one word that matters of what came of it. */
function becameOf({ execution }: Approval): Became | null {
  if (!execution) return null;
  const { state, verified } = execution;
  if (state !== 'done' || verified === null) return state;
  return { yes: 'verified', no: 'notVerified', unproven: 'unproven' }[verified] as Became;
}

function WhatBecame({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const became = becameOf(approval);
  if (approval.status === 'pending') return <Expiry approval={approval} />;
  if (became === null)
    return (
      <span className={styles.status} data-status={approval.status}>
        {t(`approval.status.${approval.status}`)}
        {approval.status === 'denied' ? <span className={styles.reason}>{approval.reason}</span> : null}
      </span>
    );
  const { Icon, tone } = MARK[became];
  return (
    <span className={styles.became} data-tone={tone}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {t(`approvals.became.${became}`)}
    </span>
  );
}

function Took({ approval: { execution } }: { approval: Approval }) {
  // Of what ended nobody knows when, the end that is written down is when that was noticed.
  if (!execution?.finishedAt || execution.state === 'unknown') return null;
  return <span className="quiet">{formatMs(Math.max(0, execution.finishedAt - execution.startedAt))}</span>;
}

/** Of what is no action of its own kind, such as a command, the sentence does not say which. */
function What({ plan }: { plan: Approval['plan'] }) {
  const saysAll = plan.action !== null || plan.tool === 'file_edit';
  return (
    <span className={styles.what}>
      <Sentence plan={plan} />
      {saysAll ? null : <code className={styles.exact}>{plan.runs}</code>}
    </span>
  );
}

function Summary({ approval }: { approval: Approval }) {
  return (
    <span className={styles.summary}>
      <span className={styles.summaryHead}>
        <What plan={approval.plan} />
      </span>
      <span className={styles.summaryFoot}>
        <Risk plan={approval.plan} short />
        <WhatBecame approval={approval} />
        <span className={styles.by}>{approval.askedBy}</span>
      </span>
    </span>
  );
}

function useColumns(isWaiting: boolean): StackingColumns<Approval> {
  const { t } = useTranslation();
  const tick: Column<Approval>[] = isWaiting
    ? [
        {
          id: 'tick',
          title: t('approvals.columns.tick'),
          width: '28px',
          quiet: true,
          cell: (one) => <Tick approval={one} />,
        },
      ]
    : [];
  const what = { id: 'what', title: t('approvals.columns.what') };
  const asked: Column<Approval> = {
    id: 'asked',
    title: t('approvals.columns.asked'),
    width: '88px',
    align: 'end',
    cell: (one) => (
      <span className="quiet">
        <TimeAgo at={one.askedAt} />
      </span>
    ),
  };
  const took: Column<Approval> = {
    id: 'took',
    title: t('approvals.columns.took'),
    width: '76px',
    align: 'end',
    cell: (one) => <Took approval={one} />,
  };
  return {
    together: [
      ...tick,
      { ...what, width: 'minmax(0, 1fr)', cell: (one) => <Summary approval={one} /> },
      asked,
    ],
    apart: [
      ...tick,
      { ...what, width: 'minmax(180px, 1.6fr)', cell: (one) => <What plan={one.plan} /> },
      {
        id: 'place',
        title: t('approvals.columns.place'),
        width: 'minmax(90px, 1fr)',
        cell: (one) => <Place plan={one.plan} />,
      },
      {
        id: 'risk',
        title: t('approvals.columns.risk'),
        width: '120px',
        cell: (one) => <Risk plan={one.plan} short />,
      },
      {
        id: 'by',
        title: t('approvals.columns.by'),
        width: 'minmax(90px, 0.7fr)',
        cell: (one) => <span className="quiet">{one.askedBy}</span>,
      },
      {
        id: 'became',
        title: t(isWaiting ? 'approvals.columns.left' : 'approvals.columns.became'),
        width: isWaiting ? '130px' : 'minmax(150px, 1fr)',
        cell: (one) => <WhatBecame approval={one} />,
      },
      ...(isWaiting ? [] : [took]),
      asked,
    ],
  };
}

interface ApprovalListProps {
  readonly rows: readonly Approval[];
  readonly isWaiting: boolean;
  readonly selected: string | null;
  readonly onSelect: (id: string | null, enter?: boolean) => void;
  readonly onNearEnd?: () => void;
}

export function ApprovalList({ rows, isWaiting, selected, onSelect, onNearEnd }: ApprovalListProps) {
  const { t } = useTranslation();
  return (
    <StackingGrid
      label={t('approvals.table')}
      rows={rows}
      columns={useColumns(isWaiting)}
      least={isWaiting ? APART.waiting : APART.over}
      isStacked={selected !== null}
      keyOf={(one) => one.id}
      selected={selected}
      onSelect={onSelect}
      {...(onNearEnd ? { onNearEnd } : {})}
    />
  );
}
