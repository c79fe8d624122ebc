// A line that says how something is: its name, a sparkline, figures; pressed, it opens as a chart beneath, and as a table for whoever reads rather
// than looks. Holds no words and no figures of its own. Used wherever something is measured.
import { ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { cx } from '../cx.ts';
import { formatMinute } from '../format.ts';
import { Segments } from '../inputs/button.tsx';
import styles from './charted-line.module.css';

interface ChartedLineProps {
  readonly name: string;
  /** How the parts of the line stand beside each other. */
  readonly className: string | undefined;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** What stands in the line after its name. */
  readonly children: ReactNode;
  /** What it opens; drawn only then. */
  readonly opened: () => ReactNode;
}

export function ChartedLine({ name, className, isOpen, onToggle, children, opened }: ChartedLineProps) {
  const panel = useId();
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={cx(styles.line, className)}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={onToggle}
      >
        <span className={styles.name}>
          <ChevronRight className={styles.chevron} size={14} strokeWidth={1.75} />
          {name}
        </span>
        {children}
      </button>
      <div id={panel} hidden={!isOpen}>
        {isOpen ? opened() : null}
      </div>
    </li>
  );
}

interface ChartOrTableProps {
  /** Of the choice between the two. */
  readonly names: { readonly label: string; readonly chart: string; readonly table: string };
  /** What is under the pointer, in words. */
  readonly readOut: ReactNode;
  readonly chart: ReactNode;
  readonly table: ReactNode;
}

export function ChartOrTable({ names, readOut, chart, table }: ChartOrTableProps) {
  const [display, setDisplay] = useState<'chart' | 'table'>('chart');
  return (
    <div className={styles.open}>
      <div className={styles.openHead}>
        <p className={styles.readOut}>{readOut}</p>
        <Segments
          label={names.label}
          value={display}
          onChange={setDisplay}
          options={[
            { value: 'chart', label: names.chart },
            { value: 'table', label: names.table },
          ]}
        />
      </div>
      {display === 'table' ? table : <Suspense fallback={<div className={styles.place} />}>{chart}</Suspense>}
    </div>
  );
}

interface TimeTableProps {
  readonly label: string;
  /** What the column of times is called. */
  readonly time: string;
  readonly times: readonly number[];
  readonly columns: readonly {
    readonly key: string;
    readonly title: string;
    /** Null: there is nothing at that time. */
    readonly at: (index: number) => string | null;
  }[];
}

/** Newest first; times at which no column has anything are left out. */
export function TimeTable({ label, time, times, columns }: TimeTableProps) {
  const rows = times
    .map((at, index) => ({ at, cells: columns.map((column) => column.at(index)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null))
    .reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.tableBox} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{time}</th>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, cells }) => (
            <tr key={at}>
              <th scope="row">{formatMinute(at)}</th>
              {cells.map((cell, index) => (
                <td key={columns[index]?.key}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
