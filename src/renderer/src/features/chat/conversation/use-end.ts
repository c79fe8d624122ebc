// Keeps the end of a conversation in sight while it grows, unless the reader went elsewhere; what the reader opens does not move away under them.
// Source: console, Rules.
import {
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** So near the end counts as at it, pixels. */
const NEAR = 48;
/** What opens something where it is pressed, by pointer or key; what grows so soon after grew by that. */
const OPENS = 'summary, [data-chat-card], [data-plan]';
const OPENING_MS = 700;

interface End {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly inner: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
  readonly onScroll: () => void;
  readonly onOpen: (event: MouseEvent) => void;
}

/** @param of what it is the end of: another one is shown from its end */
export function useEnd(of: string | null): End {
  const scroller = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const openedAt = useRef(0);
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

  useEffect(() => {
    const watched = inner.current;
    if (!watched) return;
    // After the page was laid out, before it is painted: to read where the end is costs nothing then.
    const observer = new ResizeObserver(() => {
      if (!follows.current) return;
      if (performance.now() - openedAt.current > OPENING_MS) return toEnd();
      const box = scroller.current;
      if (box && box.scrollHeight - box.scrollTop - box.clientHeight >= NEAR) {
        follows.current = false;
        setAtEnd(false);
      }
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [toEnd]);

  const onOpen = useCallback((event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest(OPENS)) openedAt.current = performance.now();
  }, []);
  return { scroller, inner, isAtEnd, toEnd, onScroll: look, onOpen };
}
