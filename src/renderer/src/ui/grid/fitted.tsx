// What is drawn by how wide its own place is, rather than the window: beside an open inspector and a wide rail there is less. Called by lists that put
// columns under each other where they do not fit next to each other.
import { type ReactNode, useRef } from 'react';
import { useWidth } from '../charts/use-width.ts';
import styles from './fitted.module.css';

/** @param children draws for a width in pixels; it is known before the first paint */
export function Fitted({ children }: { children: (width: number) => ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <div ref={box} className={styles.box}>
      {width === 0 ? null : children(width)}
    </div>
  );
}
