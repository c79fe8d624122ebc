// Which models get prompts that are longer than their context, for Overview: entered with each that is, left when one of that length fits,
// or an hour after the last. Written by the exchange, read by the status. Source: proxy, Seeing it.
import type { Clock } from '../../../shared/model/clock.ts';
import type { CutPrompts } from '../../../shared/model/status.ts';
import type { PromptCut, TrafficRow } from '../../../shared/model/traffic.ts';

const FORGET_MS = 3_600_000;
const MOST_MODELS = 50;
const MOST_SHOWN = 5;

export class CutPromptBook {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onChange: () => void;
  /** By upstream and model, the newest last. */
  readonly #models = new Map<string, CutPrompts>();

  constructor(clock: Pick<Clock, 'now'>, onChange: () => void = () => {}) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  enter({ id, model, upstream, route }: TrafficRow, cut: PromptCut): void {
    if (model === null) return;
    const key = `${upstream}\n${model}`;
    const before = this.#models.get(key);
    this.#models.delete(key);
    const [requestId, lastAt, count] = [id, this.#clock.now(), (before?.count ?? 0) + 1];
    this.#models.set(key, { model, upstream, cut, route, requestId, lastAt, count });
    if (this.#models.size > MOST_MODELS) this.#models.delete(this.#models.keys().next().value as string);
    this.#onChange();
  }

  /** A prompt fitted into a context of so many tokens. */
  fitted({ upstream, model }: TrafficRow, contextTokens: number): void {
    const key = `${upstream}\n${model}`;
    const known = this.#models.get(key);
    if (!known || known.cut.sentTokens > contextTokens) return;
    this.#models.delete(key);
    this.#onChange();
  }

  /** The newest first. */
  list(): CutPrompts[] {
    const since = this.#clock.now() - FORGET_MS;
    for (const [key, { lastAt }] of this.#models) if (lastAt < since) this.#models.delete(key);
    return [...this.#models.values()].reverse().slice(0, MOST_SHOWN);
  }
}
