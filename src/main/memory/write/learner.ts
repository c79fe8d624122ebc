// Triples read out of prompts: onto the durable queue, then through the write path. The caller never waits.
// The same triple from the same segment of the same conversation is learned once, however often it is resent (memory D4).
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../../shared/model/clock.ts';
import { Fact, type FactOutcome, ProjectName, Provenance } from '../../../shared/model/graph.ts';
import { redactSentence } from '../../../shared/redact.ts';
import type { CueTriple } from '../../graph/types.ts';
import { canonicalJson, type Json } from '../../store/audit/canonical-json.ts';
import type { ClaimedJob, NewJob } from '../../store/jobs/job.ts';
import { type Finish, inProject, type JobKind } from '../../store/jobs/job-kind.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import type { JobWorker } from '../../store/jobs/job-worker.ts';
import type { Store } from '../../store/store.ts';
import type { MemoryLog } from '../memory-log.ts';
import { mayCorrect } from './corrections.ts';
import type { Settle } from './heard-facts.ts';
import type { SaidFact } from './plan-facts.ts';

const JOBS_PER_RUN = 200;
/** Jobs held in memory while the database does not answer. */
const MAX_WAITING = 50_000;

const Change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ends') }),
  z.strictObject({ kind: z.literal('now'), from: z.string().min(1).exactOptional() }),
]);

/** What a durable lesson holds. */
const LearnPayload = z.strictObject({
  ...{ project: ProjectName, fact: Fact, provenance: Provenance },
  change: Change.optional(),
});

type LearnPayload = z.infer<typeof LearnPayload>;

/** A fact read out of a prompt goes through the write path. */
export const LEARN: JobKind<LearnPayload> = {
  name: 'learn',
  schema: LearnPayload,
  retry: { maxAttempts: 8, firstRetryMs: 1000, longestRetryMs: 600_000 },
  // What somebody corrects was said before.
  inOrder: true,
  describe({ project, fact: { concept, isIsa, parent, dimension } }) {
    const fact = `${concept} ${isIsa ? '-isa' : '-ispart'} ${parent} in context of ${dimension}`;
    return { project, line: `${fact}${inProject(project)}` };
  },
  describeWaiting: (count) =>
    `${count} ${count === 1 ? 'fact' : 'facts'} read out of prompts ${count === 1 ? 'waits' : 'wait'}`,
  title: 'Facts from prompts',
  when: 'written before the next prompt',
  pause: { setting: 'learn_paused', label: 'Write facts from prompts' },
  mend: { text: 'Let them run again in Jobs.' },
};

/** Triples one segment of a prompt gave. */
export interface Lesson {
  readonly project: string;
  readonly triples: readonly CueTriple[];
  /** Source and sentence are set here: inferred, and each triple's own. */
  readonly provenance: Provenance;
}

/** One triple after it went through the write path. */
export interface LearnedFact {
  readonly project: string;
  readonly provenance: Provenance;
  readonly outcome: FactOutcome;
}

export interface LearnerParts {
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly log: MemoryLog;
  /** The write path, and what changes known facts (memory D21). */
  readonly record: (claims: readonly SaidFact[], settle: Settle) => Promise<FactOutcome[]>;
  readonly onLearned: (learned: LearnedFact) => void;
}

export class Learner {
  readonly #parts: LearnerParts;
  readonly #worker: JobWorker<LearnPayload>;
  #waiting: NewJob[] = [];
  #enqueuing: Promise<void> | undefined;

  /** Jobs left by an earlier run of the program start at once. */
  constructor(parts: LearnerParts) {
    this.#parts = parts;
    this.#worker = parts.jobs.register(LEARN, {
      batch: JOBS_PER_RUN,
      perform: this.#perform,
    });
  }

  /** Takes triples in; returns at once. */
  learn(lesson: Lesson): void {
    if (this.#waiting.length + lesson.triples.length > MAX_WAITING) {
      this.#parts.log.warn(
        { dropped: lesson.triples.length },
        'too many facts wait for the database; some are dropped',
      );
      return;
    }
    for (const triple of lesson.triples) {
      const heard = asMayBeSaid(triple, lesson.provenance);
      if (heard) this.#waiting.push(this.#job(lesson, heard));
    }
    this.#startEnqueuing();
  }

  /** Tries again to store what could not be. */
  retry(): void {
    this.#startEnqueuing();
  }

  /** Resolves when everything taken in has been through the write path, or waits for a later attempt. */
  async settled(): Promise<void> {
    while (this.#enqueuing) await this.#enqueuing;
    await this.#worker.settled();
  }

  /** Stores what was taken in; what has not run by then runs after the next start. */
  async close(): Promise<void> {
    this.#startEnqueuing();
    while (this.#enqueuing) await this.#enqueuing;
  }

  #job({ project, provenance: told }: Lesson, triple: CueTriple): NewJob {
    const { subject, parent, dim, isIsa, confidence, change } = triple;
    const fact: Fact = { concept: subject, parent, dimension: dim, isIsa, confidence };
    const provenance: Provenance = { ...told, source: 'inferred', sentence: redactSentence(triple.sentence) };
    const { conversation, segment } = provenance;
    // Without a segment there is nothing that says "the same again" but the moment.
    const moment = segment === null ? provenance.at : null;
    const said = change === undefined ? {} : { change: change as Json };
    const identity = { project, conversation, segment, moment, subject, parent, dim, isIsa, ...said };
    const key = createHash('sha256').update(canonicalJson(identity)).digest('hex');
    return { kind: LEARN.name, key, payload: JSON.stringify({ project, fact, provenance, change }) };
  }

  #startEnqueuing(): void {
    if (this.#waiting.length > 0) this.#enqueuing ??= this.#enqueue();
  }

  async #enqueue(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const jobs = this.#waiting;
        this.#waiting = [];
        try {
          await this.#parts.store.write((writer) => this.#parts.jobs.enqueue(writer, jobs));
        } catch (error) {
          this.#waiting = [...jobs, ...this.#waiting];
          throw error;
        }
        this.#worker.wake();
      }
    } catch (error) {
      this.#parts.log.error(
        { err: error, waiting: this.#waiting.length },
        'facts from prompts could not be queued',
      );
    } finally {
      this.#enqueuing = undefined;
    }
  }

  readonly #perform = async (jobs: readonly ClaimedJob<LearnPayload>[], finish: Finish): Promise<void> => {
    const claims: SaidFact[] = jobs.map(({ payload }) => payload);
    const outcomes = await this.#parts.record(claims, (writer, from, to) =>
      finish(writer, undefined, jobs.slice(from, to)),
    );
    for (const [i, outcome] of outcomes.entries()) {
      const claim = claims[i];
      if (claim) this.#parts.onLearned({ project: claim.project, provenance: claim.provenance, outcome });
    }
  };
}

/** Nobody but a person corrects: from anybody else what is so now is a plain statement, and what is so no more is nothing. */
function asMayBeSaid(triple: CueTriple, { role }: Provenance): CueTriple | null {
  const { change, ...plain } = triple;
  if (!change || mayCorrect({ source: 'inferred', role })) return triple;
  return change.kind === 'now' ? plain : null;
}
