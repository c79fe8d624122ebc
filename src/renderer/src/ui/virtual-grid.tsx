// A long table of one-line rows: only what is visible is in the page, the header stays, the arrow keys move the
// selection, Enter opens, and the pointer resting on it is reported so that a live list can hold still. It stays the same
// one, with the focus and its place, when its columns or the height of its rows change.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import { useHeldPlace, useInSight, useStanding } from './grid/place.ts';
import styles from './virtual-grid.module.css';

export interface Column<T> {
  readonly id: string;
  readonly title: string;
  /** A CSS grid track, for example `minmax(90px, 1fr)`. */
  readonly width: string;
  readonly align?: 'end' | undefined;
  /** The title is read out but not shown, for columns of one mark. */
  readonly quiet?: boolean;
  /** The list can stand in its order; absent where it cannot. */
  readonly sort?: ColumnSort | undefined;
  readonly cell: (row: T) => ReactNode;
}

export interface ColumnSort {
  /** How the list stands by this column now; null where it stands by another. */
  readonly direction: 'ascending' | 'descending' | null;
  readonly onSort: () => void;
}

export interface VirtualGridProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T) => string;
  readonly selected: string | null;
  /** `enter` is true when Enter asked for the inspector, false for arrow keys and the pointer. */
  readonly onSelect: (key: string, enter: boolean) => void;
  readonly onHover?: (hovered: boolean) => void;
  readonly onAtTop?: (atTop: boolean) => void;
  readonly onNearEnd?: () => void;
  readonly footer?: ReactNode;
  readonly rowHeight?: number;
  /** Names the row by a data attribute for its tint. */
  readonly toneOf?: (row: T) => string | undefined;
  /** Where rows stand within rows: how deep, from 1, and whether one is open; null for one that cannot be. */
  readonly levelOf?: (row: T) => { readonly level: number; readonly expanded: boolean | null };
  /** A key that the grid has no use for, on the selected row. @returns whether something was done */
  readonly onKey?: (key: string, row: T) => boolean;
}

const OVERSCAN = 8;

/** Which row a key moves to from `index`; null when the key does not move. */
export function moved(key: string, index: number, count: number, page: number): number | null {
  const last = count - 1;
  const target = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: last,
    PageDown: index + page,
    PageUp: index - page,
  }[key];
  if (target === undefined || count === 0) return null;
  return Math.min(last, Math.max(0, target));
}

function densityRow(): number {
  return Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || 32;
}

export function VirtualGrid<T>(props: VirtualGridProps<T>) {
  const { rows, keyOf, selected, onSelect, columns } = props;
  const base = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const height = props.rowHeight ?? densityRow();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // Stable functions: a new one would have every one of ten thousand rows measured anew.
    estimateSize: useCallback(() => height, [height]),
    overscan: OVERSCAN,
    getItemKey: useCallback((index: number) => (rows[index] ? keyOf(rows[index]) : index), [rows, keyOf]),
  });
  const index = useMemo(() => rows.findIndex((row) => keyOf(row) === selected), [rows, keyOf, selected]);
  const standing = useStanding({ scroller, rows, keyOf, selected, index });
  useHeldPlace({ scroller, height, index: standing, measure: virtual.measure });
  useInSight({ scroller, height, index });

  const template = useMemo(() => ({ gridTemplateColumns: columns.map((c) => c.width).join(' ') }), [columns]);
  const rowId = (key: string) => `${base}-${key}`;
  const items = virtual.getVirtualItems();
  const rendered = items.some((item) => item.index === standing);
  const active = rows[standing];

  /** Where the last key went, while the page has not followed yet: keys may come faster. */
  const ahead = useRef<{ readonly rows: readonly T[]; readonly at: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has followed once another one is selected
  useEffect(() => {
    ahead.current = null;
  }, [selected]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // A heading that sorts has its own Enter.
    if (event.target instanceof HTMLButtonElement) return;
    const here = ahead.current?.rows === rows ? ahead.current.at : standing;
    const active = rows[here];
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    const next = moved(event.key, here, rows.length, page);
    const row = next === null ? (event.key === 'Enter' ? active : undefined) : rows[next];
    if (!row && active && props.onKey?.(event.key, active)) event.preventDefault();
    if (!row) return;
    event.preventDefault();
    if (next !== null) ahead.current = { rows, at: next };
    onSelect(keyOf(row), event.key === 'Enter');
  }

  const latest = useRef(props);
  latest.current = props;
  const press = useCallback((row: unknown) => {
    scroller.current?.focus({ preventScroll: true });
    latest.current.onSelect(latest.current.keyOf(row as T), false);
  }, []);

  function onScroll(): void {
    const box = scroller.current;
    if (!box) return;
    props.onAtTop?.(box.scrollTop < height / 2);
    if (box.scrollHeight - box.scrollTop - box.clientHeight < 20 * height) props.onNearEnd?.();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role, one of two.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of them take a name.
    <div
      ref={scroller}
      className={styles.grid}
      role={props.levelOf ? 'treegrid' : 'grid'}
      data-list
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={active && rendered ? rowId(keyOf(active)) : undefined}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
      onPointerEnter={() => props.onHover?.(true)}
      onPointerLeave={() => props.onHover?.(false)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div className={styles.header} role="row" aria-rowindex={1} style={template} tabIndex={-1}>
        {columns.map((column) => (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <span
            key={column.id}
            role="columnheader"
            tabIndex={-1}
            className={cx(styles.heading, column.align === 'end' && styles.end)}
            data-column={column.id}
            aria-sort={column.sort ? (column.sort.direction ?? 'none') : undefined}
          >
            {column.quiet ? (
              <span className="sr-only">{column.title}</span>
            ) : column.sort ? (
              <SortButton title={column.title} sort={column.sort} />
            ) : (
              column.title
            )}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div className={styles.body} role="rowgroup" style={{ height: rows.length * height }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const key = keyOf(row);
          return (
            <Row
              key={item.key}
              id={rowId(key)}
              row={row}
              columns={columns as readonly Column<unknown>[]}
              template={template}
              index={item.index}
              height={height}
              isSelected={key === selected}
              isActive={item.index === standing}
              tone={props.toneOf?.(row)}
              {...levelOf(props, row)}
              onPress={press}
            />
          );
        })}
      </div>
      {props.footer}
    </div>
  );
}

const WAY = { ascending: ArrowUp, descending: ArrowDown } as const;

function SortButton({ title, sort: { direction, onSort } }: { title: string; sort: ColumnSort }) {
  const { t } = useTranslation();
  const Icon = direction === null ? null : WAY[direction];
  return (
    <button type="button" className={styles.sort} title={t('sort.by', { name: title })} onClick={onSort}>
      {title}
      {Icon ? <Icon size={12} strokeWidth={2} aria-hidden="true" /> : null}
    </button>
  );
}

function levelOf<T>({ levelOf: of }: VirtualGridProps<T>, row: T): Pick<RowProps, 'level' | 'expanded'> {
  return of?.(row) ?? { level: undefined, expanded: null };
}

interface RowProps {
  readonly id: string;
  readonly row: unknown;
  readonly columns: readonly Column<unknown>[];
  readonly template: { readonly gridTemplateColumns: string };
  readonly index: number;
  readonly height: number;
  readonly isSelected: boolean;
  /** Where the keys go on from: the one selected, or that was. */
  readonly isActive: boolean;
  readonly tone: string | undefined;
  readonly level: number | undefined;
  readonly expanded: boolean | null;
  readonly onPress: (row: unknown) => void;
}

/** Drawn again only when something about it changed: scrolling and arriving rows leave the others alone. */
const Row = memo(function Row(props: RowProps) {
  const { row, columns, template, index, height } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself takes the keys (aria-activedescendant).
    <div
      id={props.id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.isSelected}
      aria-level={props.level}
      aria-expanded={props.expanded ?? undefined}
      tabIndex={-1}
      className={styles.row}
      data-tone={props.tone}
      data-active={props.isActive || undefined}
      style={{ ...template, height, transform: `translateY(${String(index * height)}px)` }}
      onClick={() => props.onPress(row)}
    >
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        <span
          key={column.id}
          role="gridcell"
          tabIndex={-1}
          className={cx(styles.cell, column.align === 'end' && styles.end)}
          data-column={column.id}
        >
          {column.cell(row)}
        </span>
      ))}
    </div>
  );
});
