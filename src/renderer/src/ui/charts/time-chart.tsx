// A chart over time with axes, drawn by uPlot in the theme's own colours. A cursor is moved by pointer or arrow keys and read
// out; nothing about it moves by itself. A module of its own, loaded when the first chart is opened.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatMinute } from '../format.ts';
import { upTo } from './round-up.ts';
import styles from './time-chart.module.css';
import { useWidth } from './use-width.ts';

export interface ChartLine {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly tone: 'first' | 'second' | 'bad';
}

interface TimeChartProps {
  readonly label: string;
  /** When each bucket begins, epoch milliseconds. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly cursor: number | null;
  readonly onCursor: (index: number | null) => void;
  readonly format: (value: number) => string;
  /** Counts have no marks between whole numbers. */
  readonly isWhole: boolean;
  /** A bucket in words, for whoever moves through it by keys. */
  readonly describe: (index: number) => string;
}

const HEIGHT = 200;
/** Distances between marks of the scale. */
const STEPS = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
);

/** Colours of the theme as the canvas takes them: variables, mixes and system colours resolved. */
function readColours(box: HTMLElement) {
  const probe = document.createElement('span');
  box.append(probe);
  const read = (value: string): string => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  const strokes = {
    first: read('var(--chart-first)'),
    second: read('var(--chart-second)'),
    bad: read('var(--chart-bad)'),
  };
  const colours = {
    strokes,
    text: read('var(--n10)'),
    grid: read('var(--n5)'),
    fill: read('var(--chart-fill)'),
  };
  const { fontFamily } = getComputedStyle(box);
  probe.remove();
  return { ...colours, font: `12px ${fontFamily}` };
}

/** Changes whenever the page's colours do. */
function useThemeMark(): number {
  const [mark, setMark] = useState(0);
  useEffect(() => {
    const changed = () => setMark((n) => n + 1);
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] });
    const forced = matchMedia('(forced-colors: active)');
    forced.addEventListener('change', changed);
    return () => {
      observer.disconnect();
      forced.removeEventListener('change', changed);
    };
  }, []);
  return mark;
}

/** A point with nothing at either side is no line: it is drawn as a dot. */
const alone = (values: readonly (number | null | undefined)[]): number[] =>
  values.flatMap((value, index) =>
    value != null && values[index - 1] == null && values[index + 1] == null ? [index] : [],
  );

const dataOf = ({ times, lines }: Pick<TimeChartProps, 'times' | 'lines'>): UPlot.AlignedData => [
  times.map((time) => time / 1000),
  ...lines.map((line) => [...line.values]),
];

function optionsOf(box: HTMLElement, width: number, props: TimeChartProps): UPlot.Options {
  const { strokes, text, grid, fill, font } = readColours(box);
  const axis = { stroke: text, font, ticks: { show: false } };
  return {
    width,
    height: HEIGHT,
    padding: [10, 20, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: (_plot, _least, most) => [0, upTo(most)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 72,
        size: 28,
        values: (_plot, splits) => splits.map((seconds) => formatMinute(seconds * 1000)),
      },
      {
        ...axis,
        grid: { stroke: grid, width: 1 },
        space: 36,
        incrs: props.isWhole ? STEPS.filter((step) => step >= 1) : STEPS,
        size: 48,
        values: (_plot, splits) => splits.map((value) => props.format(value)),
      },
    ],
    series: [
      {},
      ...props.lines.map(
        ({ name, tone }): UPlot.Series => ({
          ...{ label: name, stroke: strokes[tone], width: 1.5, spanGaps: false },
          ...(tone === 'first' ? { fill } : {}),
          points: {
            show: true,
            size: 4,
            fill: strokes[tone],
            filter: (plot, index) => alone([...(plot.data[index] ?? [])]),
          },
        }),
      ),
    ],
  };
}

export function TimeChart(props: TimeChartProps) {
  const { label, times, lines, cursor, onCursor, describe } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const width = useWidth(box);
  const theme = useThemeMark();
  const shape = lines.map(({ name }) => name).join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme or other lines are another drawing.
  useEffect(() => {
    const place = box.current;
    if (!place) return;
    const options = optionsOf(place, place.clientWidth, latest.current);
    const drawn = new UPlot(
      { ...options, hooks: { setCursor: [(u) => latest.current.onCursor(u.cursor.idx ?? null)] } },
      dataOf(latest.current),
      place,
    );
    plot.current = drawn;
    return () => {
      plot.current = null;
      drawn.destroy();
    };
  }, [theme, shape]);
  useEffect(() => {
    plot.current?.setData(dataOf({ times, lines }));
  }, [times, lines]);
  useEffect(() => {
    if (width > 0) plot.current?.setSize({ width, height: HEIGHT });
  }, [width]);
  useEffect(() => {
    const drawn = plot.current;
    if (!drawn || (drawn.cursor.idx ?? null) === cursor) return;
    const time = cursor === null ? undefined : times[cursor];
    // Off the canvas is no cursor; without telling, since it is the caller who said so.
    drawn.setCursor(
      time === undefined ? { left: -10, top: -10 } : { left: drawn.valToPos(time / 1000, 'x'), top: 0 },
      false,
    );
  }, [cursor, times]);

  const last = times.length - 1;
  function onKeyDown(event: KeyboardEvent): void {
    const from = cursor ?? last;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onCursor(Math.max(0, Math.min(last, to)));
  }
  return (
    <div
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? last}
      aria-valuetext={describe(cursor ?? last)}
      onKeyDown={onKeyDown}
      onBlur={() => onCursor(null)}
    >
      <div ref={box} className={styles.canvas} />
    </div>
  );
}
