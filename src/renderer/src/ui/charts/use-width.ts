// How wide an element is, for what adapts to its own place rather than to the window. Measured before the first paint.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** @returns pixels, whole; 0 until the element is there */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.round(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
