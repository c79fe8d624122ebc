// Asks a model what a name is, one question at a time: the durable job's other half. The answer goes through the one
// write path, with its novelty, its outcome and the end of the job in the same transaction. Decides which failures are
// the question's fault (tried again, then dead) and which are not (it waits). Source: memory, Writing.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact, FactOutcome } from '../../../shared/model/graph.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { appendEvents, holdChain } from '../../store/audit/events.ts';
import type { ClaimedJob, Unfinished } from '../../store/jobs/job.ts';
import type { Finish } from '../../store/jobs/job-kind.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import type { Store, StoreWriter } from '../../store/store.ts';
import { noteQuestion, type QuestionOutcome } from '../../store/tables/concept-questions.ts';
import { raiseNovelty } from '../../store/tables/concepts.ts';
import type { AskModel, ModelAnswer } from '../ask-model.ts';
import type { MemoryLog } from '../memory-log.ts';
import type { SaidFact } from '../write/plan-facts.ts';
import type { WithFacts } from '../write/record-facts.ts';
import { ASK, type AskPayload } from './ask-job.ts';
import { isTold } from './curiosity.ts';
import { askQuestion, offeredDimensions } from './question.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';

const NOVEL = 1;
/** A model that keeps answering nonsense is asked so often about one name. */
const MAX_BAD_ANSWERS = 3;
/** Nobody could be asked: every question waits so long, longer each time in a row. */
const FIRST_HOLD_MS = 15_000;
const LONGEST_HOLD_MS = 600_000;
/** Something an operator has to mend first. */
const MEND_HOLD_MS = 300_000;
/** What an outcome says at most, characters. */
const MAX_DETAIL = 500;

/** Failures that say nothing about the question; `details.kind` of an AppError of the model layer. */
const NOBODY_THERE: ReadonlySet<unknown> = new Set(['unreachable', 'overloaded', 'rate_limited']);

/** An operator has to mend the key, the name or the address; until then every question would fare alike. */
const TO_MEND: ReadonlySet<unknown> = new Set(['unauthenticated', 'not_found']);

export interface AskWorkerParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly jobs: JobQueue;
  readonly model: AskModel;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly log: MemoryLog;
  /** The write path. */
  readonly record: (claims: readonly SaidFact[], alongside: WithFacts) => Promise<FactOutcome[]>;
  /** A question ended, for good or for now. */
  readonly onOutcome: (outcome: QuestionOutcome) => void;
}

export class AskWorker {
  readonly #parts: AskWorkerParts;
  #hold: { readonly until: number; readonly reason: string } | undefined;
  #holdsInARow = 0;
  #pause = new AbortController();

  /** Starts with what an earlier run of the program left. */
  constructor(parts: AskWorkerParts) {
    this.#parts = parts;
    parts.jobs.work(ASK, {
      batch: 1,
      perform: async ([job], finish, signal) => {
        if (job) await this.#perform(job, finish, signal);
      },
      held: () => this.held(),
      judge: (error, job) => this.#judge(error, job),
      onPutBack: (writer, job, outcome) => this.#notePutBack(writer, job, outcome),
      onHandled: (writer, { project, conceptId: concept }, outcome, detail) =>
        noteQuestion(writer, { project, concept, outcome, detail }),
    });
  }

  /** Why no question is asked now; null when they are. */
  held(): string | null {
    const { settings, model, clock } = this.#parts;
    if (settings().ask_paused) return 'An operator has paused it (ask_paused).';
    const problem = model.problem('write');
    if (problem !== null) return problem;
    return this.#hold && clock.now() < this.#hold.until ? this.#hold.reason : null;
  }

  /** Settings or models changed, or an operator wants it tried: what held questions may be over. Returns at once. */
  reconsider(): void {
    this.#hold = undefined;
    this.#holdsInARow = 0;
    if (this.#parts.settings().ask_paused) {
      this.#pause.abort(new AppError('CANCELLED', 'An operator has paused questions (ask_paused).'));
      this.#pause = new AbortController();
      return;
    }
    this.#parts.jobs.wake(ASK.name);
  }

  async #perform({ payload }: ClaimedJob<AskPayload>, finish: Finish, closing: AbortSignal): Promise<void> {
    const { graph, store, model } = this.#parts;
    const { project, concept, conceptId } = payload;
    if (isTold(graph, project, conceptId)) {
      const detail = 'Somebody has told it meanwhile.';
      await store.write((writer) => this.#end(writer, payload, 'not_needed', detail, finish));
      return this.#ended('not_needed');
    }
    const dimensions = offeredDimensions(graph, project);
    const signal = AbortSignal.any([closing, this.#pause.signal]);
    const answer = await model.ask({ ...askQuestion(payload, dimensions), signal });
    this.#holdsInARow = 0;
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
      const last = await holdChain(writer);
      const head = await appendEvents(writer, [
        {
          ...{ at: Math.max(at, last.at), project, kind: 'concept.novelty', actor: `model ${answer.model}` },
          ...{ edgeId: null, conflictId: null, payload: { concept, novelty: NOVEL } },
        },
      ]);
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

  #judge(error: unknown, job: ClaimedJob<AskPayload>): Unfinished | undefined {
    if (!(error instanceof AppError)) return undefined;
    const { message: reason, details = {} } = error;
    switch (error.code) {
      case 'BUDGET_EXCEEDED': {
        const now = this.#parts.clock.now();
        return this.#holdUntilMended((numberOf(details.resetsAt) ?? now + MEND_HOLD_MS) - now, reason);
      }
      case 'CANCELLED':
        return { kind: 'wait', afterMs: 0, reason: this.held() ?? reason };
      case 'BAD_ANSWER':
        return job.attempts + 1 >= MAX_BAD_ANSWERS ? { kind: 'dead', reason } : undefined;
      case 'UNAVAILABLE': {
        if (this.#parts.model.problem('write') !== null) return { kind: 'wait', afterMs: 0, reason };
        if (TO_MEND.has(details.kind)) return this.#holdUntilMended(MEND_HOLD_MS, reason);
        if (!NOBODY_THERE.has(details.kind)) return undefined;
        const doubled = Math.min(FIRST_HOLD_MS * 2 ** this.#holdsInARow++, LONGEST_HOLD_MS);
        return this.#holdFor(Math.max(doubled, numberOf(details.retryAfterMs) ?? 0), reason);
      }
      default:
        return undefined;
    }
  }

  /** Holds all questions: the next one would fare no better. */
  #holdFor(ms: number, reason: string): Unfinished {
    this.#hold = { until: this.#parts.clock.now() + ms, reason };
    return { kind: 'wait', afterMs: ms, reason };
  }

  /**
   * The same for what an operator may put right before the time is over: the hold alone keeps the question, so that a
   * raised budget or a new key lets it go on at once, after a restart too.
   */
  #holdUntilMended(ms: number, reason: string): Unfinished {
    this.#holdFor(ms, reason);
    return { kind: 'wait', afterMs: 0, reason };
  }

  async #notePutBack(
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
      role: sentence?.role ?? null,
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

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
