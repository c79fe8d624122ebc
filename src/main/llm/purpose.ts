// What the program asks models for. A feature says what its own purposes are, core registers them here, and they are listed
// nowhere else: whom to ask, how much of the day they may use, and the words for it hang on this.
import { AppError } from '../../shared/model/envelope.ts';
import type { ModelUse } from '../../shared/model/language-model.ts';
import type { Settings } from '../../shared/model/settings.ts';

/** Tokens, in and out; those of a day count apart from the day's tokens for everything else. */
export interface TokenBudget {
  readonly tokens: (settings: Settings) => number;
  /** The setting that raises it. */
  readonly raisedBy: string;
}

/** The name is what the record of calls and metrics say. */
export interface Asker extends Readonly<Pick<ModelUse, 'name' | 'title'>> {
  readonly budgets?: { readonly day?: TokenBudget; readonly run?: TokenBudget };
}

/** Its `setting` names the model that is asked. */
export interface Purpose extends Asker, Readonly<ModelUse> {
  readonly setting: Extract<keyof Settings, `${string}_model_id`>;
}

export class Purposes {
  readonly #all = new Map<string, Purpose>();

  register(purpose: Purpose): void {
    if (this.#all.has(purpose.name)) throw new AppError('INTERNAL', `${purpose.name} is registered twice.`);
    this.#all.set(purpose.name, purpose);
  }

  /** @throws AppError INTERNAL for one that nobody registered */
  get(name: string): Purpose {
    const purpose = this.#all.get(name);
    if (!purpose) throw new AppError('INTERNAL', `Nobody registered the purpose ${name}.`);
    return purpose;
  }

  all(): readonly Purpose[] {
    return [...this.#all.values()];
  }

  /** Names of those whose tokens of a day are counted by themselves. */
  apart(): readonly string[] {
    return this.all().flatMap(({ name, budgets }) => (budgets?.day ? [name] : []));
  }

  /** Those that a model is chosen for. */
  of(modelId: string, settings: Settings): readonly Purpose[] {
    return this.all().filter(({ setting }) => settings[setting] === modelId);
  }
}
