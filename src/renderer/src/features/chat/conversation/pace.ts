// How often the page takes what came: thirty times a second at most, which reads as flowing, and less often while drawing it takes long, so that the
// page always has time for who uses it. In the back, where there are no frames, a timer stands in. Source: console, Budgets.

/** Calls back in time. @returns takes it back */
export type Schedule = (flush: () => void) => () => void;

const LEAST_MS = 30;
const MOST_MS = 400;
/** Of the time, so much is left for everything else. */
const SHARE = 3;
/** A frame that does not come by then never may: the page was hidden meanwhile. */
const NO_FRAME_MS = 200;

export interface Frames {
  now(): number;
  isHidden(): boolean;
  /** Before the next picture. @returns takes it back */
  frame(work: () => void): () => void;
  /** @returns takes it back */
  after(ms: number, work: () => void): () => void;
}

export function paced({ now, isHidden, frame, after }: Frames): Schedule {
  let last = Number.NEGATIVE_INFINITY;
  let pause = LEAST_MS;
  return (flush) => {
    let cancels: (() => void)[] = [];
    const cancel = () => {
      for (const each of cancels) each();
      cancels = [];
    };
    const run = () => {
      cancel();
      last = now();
      flush();
      // What is drawn by it is drawn before this comes.
      after(0, () => {
        pause = Math.min(MOST_MS, Math.max(LEAST_MS, (now() - last) * SHARE));
      });
    };
    const next = () => {
      cancels = isHidden() ? [after(0, run)] : [frame(run), after(NO_FRAME_MS, run)];
    };
    cancels = [after(Math.max(0, last + pause - now()), next)];
    return cancel;
  };
}

export const beforeNextPicture: Schedule = paced({
  now: () => performance.now(),
  isHidden: () => document.hidden,
  frame(work) {
    const id = requestAnimationFrame(work);
    return () => cancelAnimationFrame(id);
  },
  after(ms, work) {
    const id = setTimeout(work, ms);
    return () => clearTimeout(id);
  },
});
