// The columns of the request list: what each shows of a row, how much room it needs, and how soon it gives way.
import { CircleAlert, CircleCheck, CircleSlash, LoaderCircle, Pin, Repeat2, Scissors } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrafficRow } from '../../../../shared/model/traffic.ts';
import { cutWords } from '../../session/acts/context-length.tsx';
import { formatClock, formatMs, formatRate } from '../../ui/format.ts';
import type { Column } from '../../ui/virtual-grid.tsx';
import { fitting } from './columns.ts';
import { writingSpeed } from './measures.ts';
import styles from './rows.module.css';

const STATE_MARK = {
  running: [LoaderCircle, 'info'],
  done: [CircleCheck, undefined],
  failed: [CircleAlert, 'bad'],
  aborted: [CircleSlash, undefined],
} as const;

export function StateIcon({ state, size = 14 }: { state: TrafficRow['state']; size?: number }) {
  const { t } = useTranslation();
  const [Icon, tone] = STATE_MARK[state];
  return (
    <span className={styles.state} data-tone={tone} title={t(`traffic.state.${state}`)}>
      <Icon size={size} strokeWidth={1.75} role="img" aria-label={t(`traffic.state.${state}`)} />
    </span>
  );
}

/** Lines recalled as a count with as many short strokes, up to a dozen: how much was added is seen before it is read. */
function Recalled({ row }: { row: TrafficRow }) {
  const { t } = useTranslation();
  if (row.reason !== 'injected') {
    return (
      <span className="quiet" title={t(`traffic.reason.${row.reason}`)}>
        {t(`traffic.reason.${row.reason}`)}
      </span>
    );
  }
  return (
    <span className={styles.recalled}>
      <b>{row.recalledConcepts}</b>
      <span className={styles.ticks} aria-hidden="true">
        {Array.from({ length: Math.min(12, row.recalledConcepts) }, (_, i) => (
          <i key={`tick-${String(i)}`} />
        ))}
      </span>
    </span>
  );
}

/** What sets a row apart: the loop it is in, with how far things have come; that its prompt was cut; and the pin. */
function Marks({ row: { loop, promptCut, pinned } }: { row: TrafficRow }) {
  const { t } = useTranslation();
  const inLoop = loop
    ? t('traffic.inLoop', { rule: t(`loops.rule.${loop.rule}`), level: loop.level, subject: loop.subject })
    : '';
  return (
    <span className={styles.marks}>
      {loop ? (
        <span
          className={styles.loop}
          data-tone={loop.level === 5 ? 'bad' : 'wait'}
          title={inLoop}
          role="img"
          aria-label={inLoop}
        >
          <Repeat2 size={13} strokeWidth={1.75} />
          {loop.level}
        </span>
      ) : null}
      {promptCut ? (
        <span
          className={styles.cut}
          title={cutWords(t, promptCut)}
          role="img"
          aria-label={cutWords(t, promptCut)}
        >
          <Scissors size={13} strokeWidth={1.75} />
        </span>
      ) : null}
      {pinned ? (
        <Pin
          className={styles.pin}
          size={13}
          strokeWidth={1.75}
          role="img"
          aria-label={t('traffic.filters.pinned')}
        />
      ) : null}
    </span>
  );
}

/** How long it took; where it is while it runs. */
function Total({ row }: { row: TrafficRow }) {
  const { t } = useTranslation();
  if (row.timings.totalMs !== null) return formatMs(row.timings.totalMs);
  return row.state === 'running' ? <span className="info">{t(`traffic.phase.${row.phase}`)}</span> : NONE;
}

function Status({ row }: { row: TrafficRow }) {
  const { status } = row;
  if (status === null) return NONE;
  return <span className={status >= 400 ? 'bad' : undefined}>{String(status)}</span>;
}

const NONE = '–';
const ms = (value: number | null): string => (value === null ? NONE : formatMs(value));

interface TrafficColumn extends Column<TrafficRow> {
  readonly least: number;
  readonly rank: number;
}

function useAllColumns(upstreams: number): TrafficColumn[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const text = (
      id: TextColumn,
      least: number,
      share: number,
      rank: number,
      of: (r: TrafficRow) => string,
    ) =>
      ({
        ...{ id, least, rank, title: t(`traffic.columns.${id}`), width: `minmax(${least}px, ${share}fr)` },
        cell: (r) => <span className={id === 'client' ? undefined : styles.mono}>{of(r)}</span>,
      }) satisfies TrafficColumn;
    const figure = (id: FigureColumn, least: number, rank: number, cell: TrafficColumn['cell']) =>
      ({
        ...{ id, least, rank, title: t(`traffic.columns.${id}`), width: `${String(least)}px` },
        ...{ align: 'end' as const, cell },
      }) satisfies TrafficColumn;
    const quiet = (id: 'state' | 'marks', least: number, rank: number, cell: TrafficColumn['cell']) =>
      ({
        ...{
          id,
          least,
          rank,
          title: t(`traffic.columns.${id}`),
          width: `${String(least)}px`,
          quiet: true,
          cell,
        },
      }) satisfies TrafficColumn;
    return [
      quiet('state', 16, 0, (r) => <StateIcon state={r.state} />),
      { ...figure('time', 62, 1, (r) => formatClock(r.at)), align: undefined },
      text('client', 96, 1, 0, (r) => r.client),
      text('model', 116, 1, 5, (r) => r.model ?? NONE),
      text('path', 150, 1.3, 2, (r) => r.path),
      ...(upstreams > 1
        ? [text('upstream', 80, 0.8, 10, (r) => (r.local ? t('traffic.here') : r.upstream || NONE))]
        : []),
      {
        ...{ id: 'recalled', least: 104, rank: 4, title: t('traffic.columns.recalled') },
        ...{ width: 'minmax(104px, 1fr)', cell: (r) => <Recalled row={r} /> },
      },
      quiet('marks', 46, 3, (r) => <Marks row={r} />),
      figure('queue', 56, 9, (r) => (r.timings.queuedMs < 1 ? NONE : formatMs(r.timings.queuedMs))),
      figure('firstByte', 66, 7, (r) => ms(r.timings.firstByteMs)),
      figure('speed', 60, 8, (r) => {
        const speed = writingSpeed(r);
        return speed === null ? NONE : formatRate(speed);
      }),
      figure('total', 62, 1, (r) => <Total row={r} />),
      figure('status', 46, 6, (r) => <Status row={r} />),
    ];
  }, [t, upstreams]);
}

type TextColumn = 'client' | 'model' | 'path' | 'upstream';
type FigureColumn = 'time' | 'queue' | 'firstByte' | 'speed' | 'total' | 'status';

/** Two lines a row, for places as narrow as a phone. */
function useStackedColumns(): Column<TrafficRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        ...{ id: 'state', title: t('traffic.columns.state'), quiet: true, width: '16px' },
        cell: (r) => <StateIcon state={r.state} />,
      },
      {
        ...{ id: 'path', title: t('traffic.columns.path'), width: 'minmax(0, 1fr)' },
        cell: (r) => (
          <span className={styles.stacked}>
            <span>
              {r.client} <span className={styles.mono}>{r.model ?? r.path}</span>
            </span>
            <span className="quiet">
              {formatClock(r.at)} · {r.path}
            </span>
          </span>
        ),
      },
      {
        ...{ id: 'marks', title: t('traffic.columns.marks'), quiet: true, width: 'auto' },
        cell: (r) => <Marks row={r} />,
      },
      {
        ...{ id: 'total', title: t('traffic.columns.total'), width: '76px', align: 'end' },
        cell: (r) => (
          <span className={styles.stacked}>
            <span>
              <Total row={r} />
            </span>
            <span className="quiet">
              {r.reason === 'injected' ? t('traffic.recalledShort', { count: r.recalledConcepts }) : ''}
            </span>
          </span>
        ),
      },
    ],
    [t],
  );
}

const STACKED_BELOW = 520;
const STACKED_ROW = 48;

/** The columns for a list of this width, and its row height where that is not the density's. */
export function useRowColumns(
  width: number,
  upstreams: number,
): { readonly columns: readonly Column<TrafficRow>[]; readonly rowHeight: number | undefined } {
  const all = useAllColumns(upstreams);
  const stacked = useStackedColumns();
  const fitted = useMemo(() => fitting(all, width), [all, width]);
  return width < STACKED_BELOW
    ? { columns: stacked, rowHeight: STACKED_ROW }
    : { columns: fitted, rowHeight: undefined };
}
