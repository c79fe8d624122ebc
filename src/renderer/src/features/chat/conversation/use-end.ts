// Keeps the end of a conversation in sight while it grows, unless the reader went elsewhere; what the reader opens does not move away under them.
// Source: console, Rules.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near the end counts as at it, pixels. */
const NEAR = 48;
/** What grows so soon after a press or a key grew by that. */
const TOUCH_MS = 700;

interface End {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly inner: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
  readonly onScroll: () => void;
  readonly onTouch: () => void;
}

/** @param grown another value each time something came @param of what it is the end of: another one is shown from its end */
export function useEnd(grown: unknown, of: string | null): End {
  const scroller = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const touchedAt = useRef(0);
  const lastTop = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    follows.current = true;
    setAtEnd(true);
    box.scrollTop = box.scrollHeight;
    lastTop.current = box.scrollTop;
  }, []);

  const look = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    // Growth alone is no leaving: only what goes up is.
    if (isNear) follows.current = true;
    else if (box.scrollTop < lastTop.current - 1) follows.current = false;
    lastTop.current = box.scrollTop;
    setAtEnd(follows.current || isNear);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins at its end
  useLayoutEffect(() => {
    follows.current = true;
    lastTop.current = 0;
    toEnd();
  }, [of, toEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever came is a reason to go on to the end
  useLayoutEffect(() => {
    if (follows.current) toEnd();
  }, [grown, toEnd]);

  useEffect(() => {
    const watched = inner.current;
    if (!watched) return;
    const observer = new ResizeObserver(() => {
      if (!follows.current) return;
      if (performance.now() - touchedAt.current > TOUCH_MS) return toEnd();
      const box = scroller.current;
      if (box && box.scrollHeight - box.scrollTop - box.clientHeight >= NEAR) {
        follows.current = false;
        setAtEnd(false);
      }
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [toEnd]);

  const onTouch = useCallback(() => {
    touchedAt.current = performance.now();
  }, []);
  return { scroller, inner, isAtEnd, toEnd, onScroll: look, onTouch };
}
