// The reader: a model that reads, in the background, what people and assistants say in prompts. Its one door for the memory
// and the console: takes prose in, tells what was read and what it is doing, and tries a model without writing anything.
// Source: structure S2.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type {
  ReaderPreview,
  ReaderState,
  Reading,
  ReadingOutcome,
} from '../../../shared/model/memory/reader.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { redact } from '../../../shared/redact.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import type { Lexicon } from '../../graph/types.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import { countReadings, forgetReadings, readingOf, readReadings } from '../../store/reader/readings.ts';
import type { Store } from '../../store/store.ts';
import { offeredDimensions } from '../ask/question.ts';
import type { WatchedModel } from '../ask-model.ts';
import type { Edits } from '../edit/edits.ts';
import type { MemoryLog } from '../memory-log.ts';
import { type AcceptParts, acceptReading, shownReadings } from './accept-reading.ts';
import { offeredSentences } from './offered-sentences.ts';
import { READ_JOB } from './read-job.ts';
import { readSentences, type SentenceReading } from './read-sentences.ts';
import { MOST_SENTENCES, READ } from './reader-question.ts';
import { ReaderWorker, type ReaderWorkerParts } from './reader-worker.ts';
import { SentenceCollector, type SpokenProse } from './sentence-collector.ts';

export interface ReaderParts extends Pick<ReaderWorkerParts, 'record'> {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly jobs: JobQueue;
  readonly model: WatchedModel;
  readonly edits: Pick<Edits, 'tell'>;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly log: MemoryLog;
}

export interface ReadingsPage {
  readonly outcome?: ReadingOutcome | undefined;
  readonly model?: string | undefined;
  readonly limit: number;
  /** The id of the last one that was shown. */
  readonly before?: number | undefined;
}

/** Sentences a preview shows a model, in a few questions. */
const PREVIEWED = 3 * MOST_SENTENCES;

export class Reader {
  readonly #parts: ReaderParts;
  readonly #lexicon: Lexicon;
  readonly #collector: SentenceCollector;
  readonly #acceptParts: AcceptParts;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.#lexicon = graphLexicon(parts.graph);
    this.#acceptParts = { ...parts, lexicon: this.#lexicon };
    this.#collector = new SentenceCollector({ ...parts, lexicon: this.#lexicon });
    parts.jobs.register(READ_JOB, new ReaderWorker({ ...parts, lexicon: this.#lexicon }));
  }

  /** Takes in a piece of prose; returns at once. */
  take(prose: SpokenProse): void {
    this.#collector.take(prose);
  }

  /** Resolves when everything taken in is queued. */
  settled(): Promise<void> {
    return this.#collector.settled();
  }

  /** What is read, by whom, and why not. */
  async state(project: string): Promise<ReaderState> {
    const { store, model, settings, jobs } = this.#parts;
    const chosen = settings().reader_model_id;
    const about = chosen === null ? { label: null, isLocal: false } : await model.about(READ.name, null);
    const counts = (await jobs.counts())[READ_JOB.name];
    const models = await countReadings(store.reader, project);
    return {
      model: about.label ?? chosen,
      isLocal: about.isLocal,
      isPaused: settings().reader_paused,
      problem: chosen === null ? null : model.problem(READ.name),
      waiting: (counts?.waiting ?? 0) + (counts?.active ?? 0),
      recent: this.#sentences(project).length,
      tokensToday: await model.usedToday(READ.name),
      tokensLimit: settings().reader_daily_tokens,
      models: models.map(({ model: label, sentences, outcomes }) => ({
        model: label,
        sentences,
        inserted: outcomes.inserted ?? 0,
        confirmed: outcomes.confirmed ?? 0,
        conflict: outcomes.conflict ?? 0,
        refused: outcomes.refused ?? 0,
      })),
    };
  }

  /** Statements, newest first. */
  async readings(project: string, page: ReadingsPage): Promise<Reading[]> {
    const rows = await readReadings(this.#parts.store.reader, project, page);
    return shownReadings(this.#acceptParts, project, rows);
  }

  /**
   * Stores a refused statement as the operator's own fact; see acceptReading.
   * @returns the statement as it is shown now, and the action
   */
  async accept(id: number, actor: string): Promise<{ reading: Reading; actionId: number | null }> {
    const parts = this.#acceptParts;
    const actionId = await acceptReading(parts, id, actor);
    const reading = await readingOf(parts.store.reader, id);
    const [shown] = reading === null ? [] : shownReadings(parts, reading.project, [reading]);
    if (shown === undefined) throw new AppError('NOT_FOUND', `There is no statement ${id} any more.`, { id });
    return { reading: shown, actionId };
  }

  /**
   * What a model reads in what people said last; writes nothing.
   * @param modelId null for the one that is chosen
   * @param signal ends it: whoever asked is gone
   * @throws AppError NOT_ALLOWED where nothing was said yet, and as AskModel
   */
  async preview(project: string, modelId: string | null, signal?: AbortSignal): Promise<ReaderPreview> {
    const { model, graph } = this.#parts;
    const sentences = this.#sentences(project);
    if (sentences.length === 0) {
      const message =
        'No agent has sent a sentence that could state a fact since Festinger was started. Send a prompt first.';
      throw new AppError('NOT_ALLOWED', message);
    }
    const dimensions = offeredDimensions(graph, project);
    const statements: SentenceReading[] = [];
    let [label, ms] = ['', 0];
    for (let from = 0; from < sentences.length; from += MOST_SENTENCES) {
      const some = sentences.slice(from, from + MOST_SENTENCES);
      const read = await readSentences({ model, lexicon: this.#lexicon, modelId, signal }, some, dimensions);
      statements.push(...read.readings.map((reading) => ({ ...reading, sentence: reading.sentence + from })));
      label = read.model;
      ms += read.ms;
    }
    const { isLocal } = await model.about(READ.name, modelId);
    return {
      model: label,
      isLocal,
      ms,
      sentences: sentences.map(({ text }) => text),
      statements: statements.map(({ sentence, said, refusal: reason }) => ({
        ...said,
        sentence: sentences[sentence]?.text ?? '',
        reason,
      })),
    };
  }

  /** Forgets what those clients said: what was read, what waits to be read, and what a model would be tried on. */
  async forgetOf(isGone: (client: string) => boolean): Promise<void> {
    const { store } = this.#parts;
    this.#collector.forgetOf(isGone);
    await store.write((writer) => forgetReadings(writer, READ_JOB.name, isGone));
  }

  #sentences(project: string) {
    const pieces = this.#collector.recent(project);
    const offered = pieces.flatMap(({ text, at }, piece) =>
      offeredSentences(redact(text), this.#lexicon).map((sentence) => ({
        ...sentence,
        at,
        paragraph: 1000 * piece + sentence.paragraph,
      })),
    );
    return offered.slice(-PREVIEWED);
  }
}
