// Watches one wire for signs of life: asks every two seconds, says when an answer is late and when nobody answers, and ends
// at last a wire that seems open and leads nowhere. Only time in which this page was awake counts against the other end: a
// laptop that slept and a throttled tab raise no alarm. Pure of DOM; used by connection.ts.

export const PULSE = {
  /** Between an answer and the next question. */
  everyMs: 2000,
  /** An answer that took longer is late. */
  lateMs: 1500,
  /** Without an answer for so long, nobody is known to be there. */
  silentMs: 5000,
  /** From here on another wire is tried. */
  givenUpMs: 15_000,
  tickMs: 500,
  /** Whoever heard nothing for so long was away, and is told the truth a second after coming back. */
  awayMs: 30_000,
  returnMs: 1000,
} as const;

export interface Listened {
  /** Settles with any answer, even a refusal. */
  beat(): Promise<unknown>;
  readonly closed: Promise<void>;
  /** Lets go of a wire that leads nowhere; null where another one could not be had, so that this one is kept for good. */
  readonly end: (() => void) | null;
}

export interface Time {
  readonly now: () => number;
  readonly wait: (ms: number, wake: AbortSignal) => Promise<void>;
  /** Aborted by whatever suggests that now is a good time to look. */
  readonly wake: () => AbortSignal;
}

export interface Signs {
  /** @param at epoch ms of the question, @param tookMs awake milliseconds until its answer */
  heard(at: number, tookMs: number): void;
  late(tookMs: number): void;
  silent(): void;
}

/** Resolves once the wire is closed, or was ended because nobody answered on it for fifteen seconds. */
export async function listen(wire: Listened, time: Time, signs: Signs): Promise<void> {
  let closed = false;
  const gone = wire.closed.then(() => {
    closed = true;
  });
  for (let heardAt = time.now(); ; ) {
    const answer = await askUntilAnswered(wire, gone, () => closed, heardAt, time, signs);
    if (answer === null) return;
    heardAt = answer.askedAt;
    signs.heard(answer.askedAt, answer.tookMs);
    await Promise.race([gone, time.wait(PULSE.everyMs, time.wake())]);
    if (closed) return;
  }
}

interface Answer {
  readonly askedAt: number;
  readonly tookMs: number;
}

/** Null when the wire is closed or given up. */
async function askUntilAnswered(
  wire: Listened,
  gone: Promise<void>,
  isClosed: () => boolean,
  heardAt: number,
  { now, wait, wake }: Time,
  signs: Signs,
): Promise<Answer | null> {
  const answer = Promise.withResolvers<void>();
  let answered: number | null = null;
  const ask = () => {
    const askedAt = now();
    const settle = () => {
      answered ??= askedAt;
      answer.resolve();
    };
    wire.beat().then(settle, settle);
  };
  const patience = (soFar: number) =>
    now() - heardAt > PULSE.awayMs ? Math.max(soFar, PULSE.silentMs - PULSE.returnMs) : soFar;
  let quiet = patience(0);
  let took = 0;
  ask();
  for (;;) {
    const before = now();
    const signal = wake();
    await Promise.race([answer.promise, gone, wait(PULSE.tickMs, signal)]);
    if (isClosed()) return null;
    if (answered !== null) return { askedAt: answered, tookMs: took };
    const passed = now() - before;
    const awake = Math.min(passed, 2 * PULSE.tickMs);
    took += awake;
    quiet += awake;
    if (signal.aborted || passed > PULSE.silentMs) {
      // What was asked may have gone down with the network of before.
      quiet = patience(quiet);
      ask();
    }
    if (quiet >= PULSE.givenUpMs && wire.end) {
      wire.end();
      return null;
    }
    if (quiet >= PULSE.silentMs) signs.silent();
    else if (took >= PULSE.lateMs) signs.late(took);
  }
}
