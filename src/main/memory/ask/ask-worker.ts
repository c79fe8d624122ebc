// Asks a model what a name is, one question at a time: what works on jobs of kind `ask`. The answer goes through the one
// write path, with its novelty, its outcome and the end of the job in the same transaction. Decides which failures are
// the question's fault (tried again, then dead) and which are not (it waits). Source: memory, Writing.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact, FactOutcome } from '../../../shared/model/graph.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { appendEvent } from '../../store/audit/events.ts';
import type { ClaimedJob, Unfinished } from '../../store/jobs/job.ts';
import type { Finish, JobHandler } from '../../store/jobs/job-kind.ts';
import { MAX_BAD_ANSWERS, ModelHold } from '../../store/jobs/model-hold.ts';
import type { Store, StoreWriter } from '../../store/store.ts';
import { noteQuestion, type QuestionOutcome } from '../../store/tables/concept-questions.ts';
import { raiseNovelty } from '../../store/tables/concepts.ts';
import type { AskModel, ModelAnswer } from '../ask-model.ts';
import type { SaidFact } from '../write/plan-facts.ts';
import type { WithFacts } from '../write/record-facts.ts';
import type { AskPayload } from './ask-job.ts';
import { isTold } from './curiosity.ts';
import { askQuestion, offeredDimensions, WRITE } from './question.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';

const NOVEL = 1;
/** What an outcome says at most, characters. */
const MAX_DETAIL = 500;

export interface AskWorkerParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly model: AskModel;
  readonly clock: Clock;
  /** The write path. */
  readonly record: (claims: readonly SaidFact[], alongside: WithFacts) => Promise<FactOutcome[]>;
  /** A question ended, for good or for now. */
  readonly onOutcome: (outcome: QuestionOutcome) => void;
}

export class AskWorker implements JobHandler<AskPayload> {
  readonly batch = 1;
  readonly #parts: AskWorkerParts;
  readonly #hold: ModelHold;

  constructor(parts: AskWorkerParts) {
    this.#parts = parts;
    this.#hold = new ModelHold(parts.clock);
  }

  held(): string | null {
    return this.#parts.model.problem(WRITE.name) ?? this.#hold.reason();
  }

  reconsider(): void {
    this.#hold.lift();
  }

  async perform(
    [job]: readonly ClaimedJob<AskPayload>[],
    finish: Finish,
    signal: AbortSignal,
  ): Promise<void> {
    if (!job) return;
    const { payload } = job;
    const { graph, store, model } = this.#parts;
    const { project, concept, conceptId } = payload;
    if (isTold(graph, project, conceptId)) {
      const detail = 'Somebody has told it meanwhile.';
      await store.write((writer) => this.#end(writer, payload, 'not_needed', detail, finish));
      return this.#ended('not_needed');
    }
    const dimensions = offeredDimensions(graph, project);
    const answer = await model.ask({ ...askQuestion(payload, dimensions), signal });
    this.#hold.answered();
    const read = readAnswer(answer.text, concept, new Set(dimensions.map(({ dimension }) => dimension)));
    if (read.facts.length === 0) {
      const detail = `${answer.model} knew no fact.${refusals(read)}`;
      await store.write((writer) => this.#end(writer, payload, 'nothing', detail, finish));
      return this.#ended('nothing');
    }
    await this.#record(payload, answer, read, finish);
    this.#ended('answered');
  }

  async #record(payload: AskPayload, answer: ModelAnswer, read: ReadAnswer, finish: Finish): Promise<void> {
    const { project, concept, conceptId } = payload;
    const at = this.#parts.clock.now();
    const claims = read.facts.map((fact) => claimOf(payload, fact, answer.model, at));
    await this.#parts.record(claims, async (writer, outcomes) => {
      const detail = `${answer.model} answered ${summary(outcomes)}.${refusals(read)}`;
      await this.#end(writer, payload, 'answered', detail, finish);
      const taken = outcomes.some(({ status }) => status === 'inserted' || status === 'confirmed');
      if (!taken || !(await raiseNovelty(writer, conceptId, NOVEL))) return {};
      const head = await appendEvent(writer, at, {
        ...{ project, kind: 'concept.novelty', actor: `model ${answer.model}` },
        payload: { concept, novelty: NOVEL },
      });
      return { head, novelty: [{ concept: conceptId, novelty: NOVEL }] };
    });
  }

  async #end(
    writer: StoreWriter,
    { project, conceptId }: AskPayload,
    outcome: QuestionOutcome,
    detail: string,
    finish: Finish,
  ): Promise<void> {
    const said = cut(detail);
    await noteQuestion(
      writer,
      { project, concept: conceptId, outcome, detail: said },
      this.#parts.clock.now(),
    );
    await finish(writer, said);
  }

  #ended(outcome: QuestionOutcome): void {
    this.#parts.onOutcome(outcome);
  }

  judge(error: unknown, job: ClaimedJob<AskPayload>): Unfinished | undefined {
    const isGone = error instanceof AppError && error.code === 'UNAVAILABLE';
    if (isGone && this.#parts.model.problem(WRITE.name) !== null)
      return { kind: 'wait', afterMs: 0, reason: error.message };
    return this.#hold.judge(error, job);
  }

  async onPutBack(
    writer: StoreWriter,
    job: ClaimedJob<AskPayload>,
    { kind, reason }: Unfinished,
  ): Promise<void> {
    const { project, conceptId: concept } = job.payload;
    const isBad = kind === 'dead' && job.attempts + 1 <= MAX_BAD_ANSWERS;
    const outcome =
      kind === 'retry' ? 'queued' : kind === 'wait' ? 'waiting' : isBad ? 'bad_answer' : 'failed';
    await noteQuestion(writer, { project, concept, outcome, detail: cut(reason) });
    if (outcome !== 'queued') this.#ended(outcome);
  }

  onHandled(
    writer: StoreWriter,
    { project, conceptId: concept }: AskPayload,
    outcome: 'queued' | 'discarded',
    detail: string,
  ): Promise<void> {
    return noteQuestion(writer, { project, concept, outcome, detail });
  }
}

/** The fact as the write path takes it: whose word it is, and the sentence that speaks for it. */
function claimOf({ project, sentences }: AskPayload, fact: Fact, model: string, at: number): SaidFact {
  const words = fact.parent.replaceAll('_', ' ');
  const sentence = sentences.find(({ text }) => text.toLowerCase().includes(words)) ?? sentences[0];
  return {
    project,
    fact,
    provenance: {
      ...{ source: 'cloud_llm', client: `model ${model}`, at },
      conversation: sentence?.conversation ?? null,
      // The sentence is somebody's; what it is taken for is the model's.
      role: null,
      segment: sentence?.segment ?? null,
      sentence: sentence?.text ?? null,
    },
  };
}

/** `2 facts: 1 inserted, 1 conflict`. */
function summary(outcomes: readonly FactOutcome[]): string {
  const counts = new Map<string, number>();
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, n]) => `${n} ${status}`);
  return `${outcomes.length} ${outcomes.length === 1 ? 'fact' : 'facts'}: ${parts.join(', ')}`;
}

function refusals({ refused }: ReadAnswer): string {
  return refused.length === 0 ? '' : ` Left out: ${refused.join('; ')}.`;
}

function cut(text: string): string {
  return text.length <= MAX_DETAIL ? text : `${text.slice(0, MAX_DETAIL - 1).toWellFormed()}…`;
}
