// Lets a model read sentences, one batch at a time: what works on jobs of kind `read`. The model proposes; what the checks let
// through goes down the one write path, in one transaction with what is kept of the reading and the end of the job.
// Source: structure S2.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact, FactOutcome, Provenance } from '../../../shared/model/graph.ts';
import type { ReadingOutcome } from '../../../shared/model/memory/reader.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { Lexicon } from '../../graph/types.ts';
import type { ClaimedJob, Unfinished } from '../../store/jobs/job.ts';
import type { Finish, JobHandler } from '../../store/jobs/job-kind.ts';
import { ModelHold } from '../../store/jobs/model-hold.ts';
import { keepReadings, type StoredReading } from '../../store/reader/readings.ts';
import type { Store } from '../../store/store.ts';
import { offeredDimensions } from '../ask/question.ts';
import type { WatchedModel } from '../ask-model.ts';
import type { SaidFact } from '../write/plan-facts.ts';
import type { WithFacts } from '../write/record-facts.ts';
import type { ReadPayload } from './read-job.ts';
import { readSentences, type SentenceReading } from './read-sentences.ts';
import { READ } from './reader-question.ts';

/** How sure a statement is that a model read in somebody's words. */
const CONFIDENCE: Readonly<Record<ReadPayload['role'], number>> = { user: 0.7, assistant: 0.5 };

export interface ReaderWorkerParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly lexicon: Lexicon;
  readonly model: WatchedModel;
  readonly clock: Clock;
  /** The write path. */
  readonly record: (claims: readonly SaidFact[], alongside: WithFacts) => Promise<FactOutcome[]>;
}

export class ReaderWorker implements JobHandler<ReadPayload> {
  readonly batch = 1;
  readonly #parts: ReaderWorkerParts;
  readonly #hold: ModelHold;

  constructor(parts: ReaderWorkerParts) {
    this.#parts = parts;
    this.#hold = new ModelHold(parts.clock);
  }

  held(): string | null {
    return this.#parts.model.problem(READ.name) ?? this.#hold.reason();
  }

  reconsider(): void {
    this.#hold.lift();
  }

  judge(error: unknown, job: ClaimedJob<ReadPayload>): Unfinished | undefined {
    const isGone = error instanceof AppError && error.code === 'UNAVAILABLE';
    if (isGone && this.#parts.model.problem(READ.name) !== null)
      return { kind: 'wait', afterMs: 0, reason: error.message };
    return this.#hold.judge(error, job);
  }

  async perform(
    [job]: readonly ClaimedJob<ReadPayload>[],
    finish: Finish,
    signal: AbortSignal,
  ): Promise<void> {
    if (!job) return;
    const { payload } = job;
    const { graph, lexicon, model, store, clock } = this.#parts;
    const dimensions = offeredDimensions(graph, payload.project);
    const { isLocal } = await model.about(READ.name, null);
    const read = await readSentences({ model, lexicon, signal }, payload.sentences, dimensions);
    this.#hold.answered();
    const found = read.readings.filter(({ sentence }) => payload.sentences[sentence]?.isKnown === false);
    const said = found.map((reading) => ({
      reading,
      refusal: reading.refusal ?? this.#echo(payload, reading),
    }));
    const taken = said.filter(({ refusal }) => refusal === null);
    const claims = taken.flatMap(({ reading }) => claimOf(payload, reading) ?? []);
    const at = clock.now();
    const about = { ...payload, hashes: payload.sentences.map(({ hash }) => hash), model: read.model, at };
    const keep = (outcomes: readonly FactOutcome[]): StoredReading[] =>
      said.map(({ reading, refusal }) => {
        const outcome =
          refusal === null ? outcomes[taken.findIndex((one) => one.reading === reading)] : undefined;
        return storedReading({ ...about, isLocal }, reading, outcome, refusal);
      });
    const result = `${read.model} read ${count(payload.sentences.length, 'sentence')}: ${count(claims.length, 'statement')} taken, ${said.length - claims.length} refused.`;
    if (claims.length === 0) {
      await store.write(async (writer) => {
        await keepReadings(writer, about, keep([]));
        await finish(writer, result);
      });
      return;
    }
    await this.#parts.record(claims, async (writer, outcomes) => {
      await keepReadings(writer, about, keep(outcomes));
      await finish(writer, result);
      return {};
    });
  }

  /** An assistant that repeats what its own prompt told it is no witness. */
  #echo({ project, role }: ReadPayload, { fact }: SentenceReading): string | null {
    if (role === 'user' || fact === null) return null;
    const { graph } = this.#parts;
    const [concept, parent, dim] = [fact.concept, fact.parent, fact.dimension].map((name) =>
      graph.conceptId(name),
    );
    if (concept === undefined || dim === undefined) return null;
    const edge = graph.edgeAt(project, concept, dim);
    return edge !== undefined && edge.parent === parent ? 'The assistant was told it.' : null;
  }
}

function claimOf(
  { project, client, conversation, role, sentences }: ReadPayload,
  { fact, sentence: at }: SentenceReading,
): SaidFact | null {
  const said = sentences[at];
  if (fact === null || said === undefined) return null;
  const provenance: Provenance = {
    source: 'cloud_llm',
    client,
    conversation,
    role,
    segment: said.segment,
    sentence: said.text.slice(0, 280),
    at: said.at,
  };
  const told: Fact = { ...fact, confidence: CONFIDENCE[role] };
  return { project, fact: told, provenance };
}

function storedReading(
  {
    project,
    role,
    client,
    sentences,
    model,
    isLocal,
    at,
  }: ReadPayload & { readonly model: string; readonly isLocal: boolean; readonly at: number },
  reading: SentenceReading,
  outcome: FactOutcome | undefined,
  refusal: string | null,
): StoredReading {
  const { said } = reading;
  return {
    project,
    at,
    model,
    isLocal,
    client,
    role,
    sentence: sentences[reading.sentence]?.text ?? '',
    concept: said.concept,
    parent: said.parent,
    dimension: said.dimension,
    isIsa: said.isIsa,
    outcome: became(outcome),
    reason: refusal ?? outcome?.reason ?? null,
    edgeId: outcome?.edgeId ?? null,
    conflictId: outcome?.conflictId ?? null,
  };
}

function became(outcome: FactOutcome | undefined): ReadingOutcome {
  const status = outcome?.status;
  return status === 'inserted' || status === 'confirmed' || status === 'conflict' ? status : 'refused';
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
