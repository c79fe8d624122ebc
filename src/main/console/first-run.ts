// The first run: six steps, each looked at in the running program whenever somebody asks, and what the operator made of them, kept
// in the table of settings' notes. Shown by itself on an installation that knows nothing and was asked nothing; never again once it was
// ended. Decides nothing about what it looks at. Source: console, First run.
import * as z from 'zod';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { LanguageModel } from '../../shared/model/language-model.ts';
import type { ReaderState } from '../../shared/model/memory/reader.ts';
import type { FirstCall } from '../../shared/model/start/first-call.ts';
import {
  type FirstRun as Answer,
  type FirstRunStep,
  FirstRunStepName,
} from '../../shared/model/start/first-run.ts';
import type { UpstreamTrial } from '../../shared/model/upstream-setting.ts';
import type { Store } from '../store/store.ts';
import { readConfig, writeConfig } from '../store/tables/config.ts';

const KEY = 'first_run';
const Kept = z.object({ open: z.boolean(), skipped: z.array(FirstRunStepName).catch([]) });
type Kept = z.infer<typeof Kept>;

type Found = Pick<FirstRunStep, 'state' | 'said' | 'fix' | 'line'>;

export interface FirstRunParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly databaseLabel: string;
  /** Writes into the data directory and takes it away again. @returns bytes that are free there. @throws Error of the file system */
  readonly probeFolder: () => Promise<number>;
  /** Asks the first upstream what it is, now. */
  readonly tryUpstream: () => Promise<{ readonly url: string; readonly trial: UpstreamTrial }>;
  /** Why the database does not answer or takes no writes; null when all is well. */
  readonly databaseProblem: () => string | null;
  readonly models: () => Promise<readonly LanguageModel[]>;
  readonly reader: () => Promise<Pick<ReaderState, 'model' | 'isLocal' | 'isPaused' | 'problem'>>;
  readonly firstCalls: () => readonly FirstCall[];
  readonly baseUrl: () => string;
  /** Whether anything was ever told, asked or counted here. */
  readonly isUsed: () => boolean;
  readonly onChange: () => void;
}

export class FirstRun {
  readonly #parts: FirstRunParts;
  #kept: Kept;

  private constructor(parts: FirstRunParts, kept: Kept) {
    this.#parts = parts;
    this.#kept = kept;
  }

  /** @throws AppError when the table cannot be read */
  static async open(parts: FirstRunParts): Promise<FirstRun> {
    const text = await readConfig(parts.store.reader, KEY);
    const kept = text === undefined ? undefined : read(text);
    const firstRun = new FirstRun(parts, kept ?? { open: !parts.isUsed(), skipped: [] });
    // That it began here is kept: an installation that was asked something meanwhile goes on with it.
    if (kept === undefined && firstRun.isOpen) await firstRun.#keep().catch(() => undefined);
    return firstRun;
  }

  get isOpen(): boolean {
    return this.#kept.open;
  }

  /** Looks at everything. Never rejects for what it finds. */
  async look(): Promise<Answer> {
    const steps = await Promise.all(
      FirstRunStepName.options.map(async (name): Promise<FirstRunStep> => {
        const skipped = this.#kept.skipped.includes(name);
        return { name, ...(await this.#find(name)), skipped };
      }),
    );
    return { isOpen: this.isOpen, steps, checkedAt: this.#parts.clock.now() };
  }

  /** @throws AppError UNAVAILABLE when it cannot be stored */
  async set(change: {
    readonly open?: boolean | undefined;
    readonly skipped?: readonly FirstRunStepName[] | undefined;
  }): Promise<void> {
    const before = this.#kept;
    this.#kept = {
      open: change.open ?? before.open,
      skipped: [...new Set(change.skipped ?? before.skipped)],
    };
    try {
      await this.#keep();
    } catch (error) {
      this.#kept = before;
      throw error;
    }
    this.#parts.onChange();
  }

  #keep(): Promise<void> {
    const { store, clock } = this.#parts;
    return store.write((writer) => writeConfig(writer, KEY, JSON.stringify(this.#kept), clock.now()));
  }

  async #find(name: FirstRunStepName): Promise<Found> {
    try {
      return await LOOKS[name](this.#parts);
    } catch (error) {
      const said = error instanceof AppError ? error.message : 'It could not be looked at; the log says why.';
      return { state: 'bad', said, fix: 'Look again in a moment.', line: null };
    }
  }
}

const LOOKS: Readonly<Record<FirstRunStepName, (parts: FirstRunParts) => Promise<Found>>> = {
  async folder({ dataDir, probeFolder }) {
    const line = startLine('--data-dir /another/folder');
    try {
      const free = await probeFolder();
      const said = `${dataDir} can be written, ${gigabytes(free)} free.`;
      if (free >= LITTLE_BYTES) return { state: 'ok', said, fix: null, line };
      return { state: 'bad', said, fix: 'Make room, or start with a folder on a larger disk:', line };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const fix = 'Give it back to the user Festinger runs as, or start with another folder:';
      return { state: 'bad', said: `${dataDir} cannot be written: ${why}.`, fix, line };
    }
  },

  async upstream({ tryUpstream }) {
    const { url, trial } = await tryUpstream();
    if (!trial.ok) {
      const said = `${url} does not answer: ${trial.reason ?? 'no reason was given'}`;
      const fix = 'Start the model server there, or give the address of another one below.';
      return { state: 'bad', said: ended(said), fix, line: 'ollama serve' };
    }
    const what = trial.kind === 'ollama' ? 'Ollama' : 'An OpenAI-compatible server';
    const which = `${what}${trial.version === null ? '' : ` ${trial.version}`} answers at ${url}`;
    if (trial.modelCount === 0) {
      const fix = 'Pull a model there; it is seen within seconds:';
      return { state: 'open', said: `${which}, without any model.`, fix, line: 'ollama pull llama3.2' };
    }
    const shown = trial.models.slice(0, SHOWN_MODELS).join(', ');
    const more = trial.modelCount > SHOWN_MODELS ? ` and ${trial.modelCount - SHOWN_MODELS} more` : '';
    return { state: 'ok', said: `${which} with ${shown}${more}.`, fix: null, line: null };
  },

  async database({ store, clock, databaseLabel, databaseProblem }) {
    const line = startLine('--database postgres://USER:PASSWORD@HOST/DATABASE');
    const since = clock.monotonic();
    const problem = databaseProblem() ?? store.refusal()?.message ?? null;
    if (problem === null) await readConfig(store.reader, KEY);
    const ms = Math.max(1, Math.round(clock.monotonic() - since));
    if (problem === null)
      return { state: 'ok', said: `${databaseLabel} answers in ${ms} ms and takes writes.`, fix: null, line };
    const fix = 'It comes back by itself once its cause does. To use another one:';
    return { state: 'bad', said: `${databaseLabel}: ${ended(problem)}`, fix, line };
  },

  async model({ models }) {
    const cloud = (await models()).filter(({ provider }) => provider !== 'ollama');
    const usable = cloud.find(({ keyState }) => keyState === 'ok' || keyState === 'environment');
    if (usable) {
      const said = `${usable.label} (${usable.modelName}) is there, with a key. A test says whether it answers.`;
      return { state: 'ok', said, fix: null, line: null };
    }
    const [keyless] = cloud;
    if (keyless) {
      const said = `${keyless.label} has no key that can be read here.`;
      return { state: 'bad', said, fix: 'Give it its key in Settings, Models.', line: null };
    }
    const said =
      'None. Festinger works without: people decide about conflicts, and new names stay unexplained.';
    return { state: 'open', said, fix: null, line: null };
  },

  async request({ firstCalls, baseUrl }) {
    const [first] = firstCalls().toSorted((a, b) => a.at - b.at);
    if (!first) {
      const said = `Nothing came in at ${baseUrl()} yet.`;
      return { state: 'open', said, fix: 'Point an agent there, or send a test prompt.', line: null };
    }
    const by = first.program === null ? first.client : `${first.client}, with ${first.program}`;
    return { state: 'ok', said: `The first request came from ${by}.`, fix: null, line: null };
  },

  async reader({ reader }) {
    const { model, isLocal, isPaused, problem } = await reader();
    if (model === null) {
      const said =
        'Off. Rules read fixed wordings in prompts; a model of yours can read the other statements.';
      return { state: 'open', said, fix: null, line: null };
    }
    if (problem !== null)
      return { state: 'bad', said: ended(problem), fix: 'Choose another model, or turn it off.', line: null };
    const where = isLocal ? 'on your machines' : 'in the cloud';
    const said = `${model} reads statements in prompts, ${where}${isPaused ? '; it is paused' : ''}.`;
    return { state: 'ok', said, fix: null, line: null };
  },
};

const SHOWN_MODELS = 3;
/** A memory of a million facts with its backups takes less. */
const LITTLE_BYTES = 1_000_000_000;

/** How it is started with something else, as README has it. */
const startLine = (option: string): string => `npm start -- --headless ${option}`;
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function read(text: string): Kept | undefined {
  try {
    return Kept.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
