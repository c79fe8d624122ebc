// An image pulled: how far it is, out of the engine's lines of JSON, and what it says went wrong. An engine answers 200 before it knows
// whether there is such an image: an error comes as a line. Used by actions.ts.
import * as z from 'zod';
import { AppError, type ErrorCode } from '../../../../shared/model/envelope.ts';
import type { ActionRun } from '../../provider.ts';
import type { Engine, EngineCall } from './engine.ts';
import { oneLine, unreachable } from './engine-error.ts';

/** Longest line that is read; engines write a few hundred bytes. */
const LONGEST = 1 << 20;
/** Most layers that are counted. */
const MOST_LAYERS = 1000;
const MOST_UNREAD = 100;
/** Nothing for so long: the registry, or the way to it, is dead. ms */
const SILENCE = 180_000;

const Line = z.object({
  id: z.string().nullish(),
  error: z.string().nullish(),
  progressDetail: z.object({ current: z.number().nullish(), total: z.number().nullish() }).nullish(),
});

/** What the lines have said so far. */
export class PullProgress {
  readonly #layers = new Map<string, { done: number; total: number }>();
  #rest: string[] = [];
  #length = 0;
  #unread = 0;
  #error: string | null = null;

  get error(): string | null {
    return this.#error;
  }

  get done(): number {
    return this.#sum('done');
  }

  /** Bytes of the layers that are known by now; null before the first. */
  get total(): number | null {
    return this.#layers.size === 0 ? null : this.#sum('total');
  }

  add(text: string): void {
    let at = 0;
    // Only what is new is searched: a line may come in many pieces.
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      this.#keep(text.slice(at, end));
      this.end();
      at = end + 1;
    }
    this.#keep(text.slice(at));
  }

  /** A line is complete. */
  end(): void {
    this.#line(this.#rest.join(''));
    this.#rest = [];
    this.#length = 0;
  }

  #keep(text: string): void {
    this.#length += text.length;
    if (text !== '' && this.#length <= LONGEST) this.#rest.push(text);
  }

  #line(text: string): void {
    // Empty lines are common; of what is no such JSON a few lines are enough to know that.
    if (!text.startsWith('{') || this.#unread > MOST_UNREAD) return;
    const line = readLine(text);
    if (!line) {
      this.#unread++;
      return;
    }
    if (line.error) this.#error = oneLine(line.error);
    const total = line.progressDetail?.total ?? 0;
    if (!line.id || total <= 0 || (!this.#layers.has(line.id) && this.#layers.size >= MOST_LAYERS)) return;
    this.#layers.set(line.id, { done: Math.min(line.progressDetail?.current ?? 0, total), total });
  }

  #sum(of: 'done' | 'total'): number {
    return [...this.#layers.values()].reduce((sum, layer) => sum + layer[of], 0);
  }
}

function readLine(text: string): z.infer<typeof Line> | null {
  try {
    const read = Line.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** @throws AppError EXECUTION_FAILED with what the engine or the registry said, UNAVAILABLE, CANCELLED */
export async function pull(engine: Engine, call: EngineCall, name: string, run: ActionRun): Promise<void> {
  const { stream, leash } = await engine.open(call, run.signal, SILENCE).catch((error: unknown) => {
    // Docker looks at the registry before it answers, Podman afterwards.
    if (error instanceof AppError && error.details?.status !== undefined)
      throw notPulled(name, error.message, error.code);
    throw error;
  });
  const progress = new PullProgress();
  const letters = new TextDecoder();
  try {
    leash.extend(SILENCE);
    for await (const piece of stream as AsyncIterable<Buffer>) {
      leash.extend(SILENCE);
      progress.add(letters.decode(piece, { stream: true }));
      run.progress(progress.done, progress.total);
    }
    progress.end();
  } catch (error) {
    if (leash.signal.aborted) throw leash.error();
    throw error instanceof AppError ? error : unreachable(engine.address, error, true);
  } finally {
    stream.destroy();
    leash.end();
  }
  if (progress.error !== null) throw notPulled(name, progress.error, 'EXECUTION_FAILED');
}

const notPulled = (name: string, why: string, code: ErrorCode): AppError =>
  new AppError(
    code,
    `${name} was not pulled: ${why}. See whether the engine reaches the registry, and whether it has such an image`,
  );
