// Keeps the end of a conversation in sight while it grows, unless the reader went elsewhere; what the reader opens does not move away under them.
// Source: console, Rules.
import {
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

/** So near the end counts as at it, pixels. */
const NEAR = 48;
/** What opens something where it is pressed, by pointer or key; what grows so soon after grew by that. */
const OPENS = 'summary, [data-deny], [data-edit], [data-rule]';
const OPENING_MS = 700;
/** A scroll so soon after a wheel, a touch or a key is the reader's own; cards scroll by themselves, too. */
const READER_MS = 500;

interface End {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly inner: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
  /** For the element that scrolls. */
  readonly handlers: Pick<
    React.DOMAttributes<HTMLDivElement>,
    'onScroll' | 'onClickCapture' | 'onWheel' | 'onTouchMove' | 'onKeyDownCapture' | 'onPointerDownCapture'
  >;
}

/** @param of what it is the end of: another one is shown from its end */
export function useEnd(of: string | null): End {
  const scroller = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const openedAt = useRef(0);
  const readerAt = useRef(Number.NEGATIVE_INFINITY);
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins at its end
  useLayoutEffect(() => toEnd(), [of, toEnd]);

  useEffect(() => {
    const watched = inner.current;
    if (!watched) return;
    // After the page was laid out, before it is painted: to read where the end is costs nothing then.
    const observer = new ResizeObserver(() => {
      const box = scroller.current;
      if (!box) return;
      if (!follows.current) return setAtEnd(distance(box) < NEAR);
      if (performance.now() - openedAt.current > OPENING_MS) return toEnd();
      if (distance(box) >= NEAR) {
        follows.current = false;
        setAtEnd(false);
      }
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [toEnd]);

  // A scroll bar that is dragged says when it is taken, and not always when it is let go.
  useEffect(() => {
    const letGo = ({ buttons }: PointerEvent) => {
      if (buttons === 0 && readerAt.current === Number.POSITIVE_INFINITY)
        readerAt.current = performance.now();
    };
    window.addEventListener('pointerup', letGo);
    window.addEventListener('pointermove', letGo);
    return () => {
      window.removeEventListener('pointerup', letGo);
      window.removeEventListener('pointermove', letGo);
    };
  }, []);

  const handlers = useMemo<End['handlers']>(() => {
    const read = () => {
      readerAt.current = performance.now();
    };
    return {
      onScroll() {
        const box = scroller.current;
        if (!box) return;
        const isNear = distance(box) < NEAR;
        const isReader = performance.now() - readerAt.current < READER_MS;
        const isUp = box.scrollTop < lastTop.current - 1;
        // Growth alone is no leaving: only what the reader scrolls up is, from its first pixel on; a wheel takes several pictures to get away.
        if (isUp && isReader) follows.current = false;
        else if (isNear && !isUp) follows.current = true;
        lastTop.current = box.scrollTop;
        setAtEnd(follows.current || isNear);
      },
      onClickCapture({ target }: MouseEvent) {
        if (target instanceof Element && target.closest(OPENS)) openedAt.current = performance.now();
      },
      onWheel: read,
      onTouchMove: read,
      onKeyDownCapture: read,
      onPointerDownCapture() {
        readerAt.current = Number.POSITIVE_INFINITY;
      },
    };
  }, []);
  return { scroller, inner, isAtEnd, toEnd, handlers };
}

const distance = (box: HTMLElement): number => box.scrollHeight - box.scrollTop - box.clientHeight;
