// A small line over time: gaps where nothing was measured, and a cursor under the pointer.
// No axes, no motion. Drawn as SVG so that it follows theme, zoom and forced colours.
import { type PointerEvent, useRef } from 'react';
import styles from './sparkline.module.css';

interface SparklineProps {
  readonly values: readonly (number | null)[];
  readonly height?: number;
  /** What the whole height stands for, where the line is not to be as tall as it can. */
  readonly most?: number;
  /** The bucket that is looked at; whoever shows several lines keeps one for all. */
  readonly at: number | null;
  readonly onAt: (index: number | null) => void;
}

const WIDTH = 600;
const PAD = 3;

/** SVG path data of the measured stretches; a lone point becomes a short stroke. Exported for its test. */
export function sparkPath(
  values: readonly (number | null)[],
  width: number,
  height: number,
  whole = 0,
): string {
  const most = Math.max(...values.map((v) => v ?? 0), whole, Number.EPSILON);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let path = '';
  let pen = false;
  values.forEach((value, index) => {
    if (value === null) {
      pen = false;
      return;
    }
    const x = (index * step).toFixed(1);
    const y = (height - PAD - (value / most) * (height - 2 * PAD)).toFixed(1);
    path += `${pen ? 'L' : 'M'}${x} ${y}`;
    if (!pen && (values[index + 1] ?? null) === null) path += 'h1.5';
    pen = true;
  });
  return path;
}

/** A picture only: whoever shows it says in words what it shows. */
export function Sparkline({ values, height = 32, most, at, onAt }: SparklineProps) {
  const box = useRef<SVGSVGElement>(null);
  const path = sparkPath(values, WIDTH, height, most);
  const last = values.length - 1;
  const follow = (event: PointerEvent) => {
    const rect = box.current?.getBoundingClientRect();
    if (!rect || rect.width === 0) return;
    onAt(Math.max(0, Math.min(last, Math.round(((event.clientX - rect.left) / rect.width) * last))));
  };
  const x = at === null || last <= 0 ? 0 : (at / last) * WIDTH;
  return (
    <span className={styles.box} onPointerMove={follow} onPointerLeave={() => onAt(null)}>
      <svg
        ref={box}
        className={styles.line}
        viewBox={`0 0 ${String(WIDTH)} ${String(height)}`}
        preserveAspectRatio="none"
        height={height}
        aria-hidden="true"
      >
        <path className={styles.base} d={`M0 ${String(height - PAD)}H${String(WIDTH)}`} />
        {path === '' ? null : (
          <>
            <path className={styles.area} d={areaOf(path, height)} />
            <path className={styles.stroke} d={path} />
          </>
        )}
        {at === null ? null : <path className={styles.cursor} d={`M${x.toFixed(1)} 0V${String(height)}`} />}
      </svg>
    </span>
  );
}

/** Closes each stretch down to the base line. */
function areaOf(path: string, height: number): string {
  const floor = String(height - PAD);
  return path
    .split('M')
    .filter((part) => part !== '' && !part.includes('h'))
    .map((part) => {
      const first = part.split(/[ L]/)[0] ?? '0';
      const lastPoint = part.split('L').at(-1) ?? part;
      return `M${first} ${floor}L${part}L${lastPoint.split(' ')[0] ?? '0'} ${floor}Z`;
    })
    .join('');
}
