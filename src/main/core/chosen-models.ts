// Keeps an eye on whether the models that settings name are there: at the start, after every change of settings, models or
// config.yaml, and every minute while one is not there or nobody could say. Says so in the log when it changes; refuses nothing. Used by wire.ts.
import type { Clock } from '../../shared/model/clock.ts';
import type { ChosenModel } from '../../shared/model/language-model.ts';
import type { Log } from '../telemetry/log.ts';

/** Between two looks while something is missing: `ollama pull` takes a while anyway. */
const AGAIN_MS = 60_000;

export interface ChosenModelsParts {
  /** Looks them up; never rejects. */
  readonly check: () => Promise<readonly ChosenModel[]>;
  readonly clock: Clock;
  readonly log: Log;
  /** What is missing is not what it was. */
  readonly onChange: () => void;
}

export class ChosenModels {
  readonly #parts: ChosenModelsParts;
  /** One look after another: a later one knows the later settings. */
  #last: Promise<readonly ChosenModel[]> = Promise.resolve([]);
  #found: readonly ChosenModel[] = [];
  #cancel: () => void = () => undefined;
  #closed = false;

  constructor(parts: ChosenModelsParts) {
    this.#parts = parts;
  }

  /** As of the last look: what is missing. */
  get missing(): readonly ChosenModel[] {
    return this.#found.filter(({ state }) => state === 'missing');
  }

  /** Looks now. Never rejects. */
  look(): Promise<readonly ChosenModel[]> {
    this.#last = this.#last.then(() => this.#look());
    return this.#last;
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
  }

  async #look(): Promise<readonly ChosenModel[]> {
    if (this.#closed) return this.#found;
    const { check, clock, onChange } = this.#parts;
    this.#cancel();
    const found = await check();
    if (this.#closed) return found;
    const told = new Set(this.#found.map((one) => JSON.stringify(one)));
    const news = found.filter((one) => !told.has(JSON.stringify(one)));
    const changed = news.length > 0 || found.length !== this.#found.length;
    this.#found = found;
    this.#say(news);
    if (changed) onChange();
    if (found.some(({ problem }) => problem !== null))
      this.#cancel = clock.after(AGAIN_MS, () => void this.look());
    return found;
  }

  #say(found: readonly ChosenModel[]): void {
    for (const { use, state, problem, fix } of found) {
      const { log } = this.#parts;
      if (state === 'missing') log.warn({ use, problem, fix }, 'a setting names a model that is not there');
      else if (problem !== null)
        log.info({ use, problem }, 'whether a model that a setting names is there is not known');
      else if (state === 'there') log.info({ use }, 'the model that a setting names is there');
    }
  }
}
